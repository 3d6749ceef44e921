import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readPostmaster } from '@nascente/postgres-host/postmaster-file';
import { postgresProcesses } from '@nascente/postgres-host/stop-postmaster';
import { createLog } from '@nascente/runtime/log';
import fc from 'fast-check';
import { expect, vi } from 'vitest';
import { connectDatabase } from '../../platform/database/open-database.ts';
import { startBusyBoard } from '../boards/busy-board.ts';
import { startKilledBoard } from './killed-board.ts';
import { startRealServer } from './real-server.ts';

const VICTIMS = ['server', 'database', 'backend', 'board'] as const;
/** The longest time from one kill to the next: it comes while a process starts, while it recovers, in the middle of a batch. */
const MAX_BETWEEN_MS = 5_000;

/** How much of what the server has written is shown where it does not come back. */
const SHOWN_OUTPUT = 4_000;

const residentBytes = (pid: number): number => {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes ?? 0) * 1_024;
};

const kill = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
};

/**
 * Kills the server, its PostgreSQL, one process of it, or a board, in turn and at any moment, while boards send: so many
 * rounds. Everything acknowledged is stored once. Tells how long boards waited for an acknowledgement after each kill.
 */
export const killInRounds = async (rounds: number) => {
  const server = await startRealServer();
  const token = await server.signIn();
  const [board, killed] = [await server.installBoard(token), await server.installBoard(token)];
  const busy = startBusyBoard(server.connect(board), board.mac);
  const mortal = startKilledBoard(server.mqttPort, killed);
  const directory = join(server.dataDir, 'postgres');
  const count = () => busy.publications.filter(({ acknowledgedAt }) => acknowledgedAt !== null).length;
  const moments = fc.sample(fc.integer({ min: 0, max: MAX_BETWEEN_MS }), {
    numRuns: rounds,
    seed: Number(fc.readConfigureGlobal().seed ?? 0),
  });

  const strike = (victim: (typeof VICTIMS)[number]): void => {
    if (victim === 'server') kill(server.pid());
    if (victim === 'database') kill(readPostmaster(directory)?.pid);
    if (victim === 'backend') kill(postgresProcesses(directory).at(-1));
    if (victim === 'board') mortal.kill();
  };
  const waits: number[] = [];
  let maxBytes = 0;
  for (const [round, moment] of moments.entries()) {
    await pause(moment);
    const victim = VICTIMS[round % VICTIMS.length] ?? 'server';
    strike(victim);
    const struckAt = Date.now();
    await vi.waitFor(
      () =>
        expect(
          busy.publications.some(
            ({ sentAt, acknowledgedAt }) => sentAt >= struckAt && acknowledgedAt !== null,
          ),
          `Kill ${round + 1}, of the ${victim}: ${server.output().slice(-SHOWN_OUTPUT)}`,
        ).toBe(true),
      { timeout: 60_000, interval: 20 },
    );
    waits.push(Date.now() - struckAt);
    maxBytes = Math.max(maxBytes, residentBytes(server.pid()));
  }
  await vi.waitFor(() => expect(mortal.acknowledged()).toBeGreaterThan(0), { timeout: 60_000 });
  await busy.finish();
  await mortal.stop();
  await busy.expectWhole(server, await server.signIn());
  const database = connectDatabase(server.connectionString(), createLog('silent'));
  try {
    await mortal.expectWhole(database.pool);
  } finally {
    await database.close();
  }
  return { sent: count(), mortal: mortal.acknowledged(), waits: waits.toSorted((a, b) => a - b), maxBytes };
};
