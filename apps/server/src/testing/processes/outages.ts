import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, vi } from 'vitest';
import { startBusyBoard } from '../boards/busy-board.ts';
import { startRealServer } from './real-server.ts';
import { createSmallDisk } from './small-disk.ts';

type RealServer = Awaited<ReturnType<typeof startRealServer>>;
type BusyBoard = ReturnType<typeof startBusyBoard>;

const DISK_MB = 400;
const MAX_CALL_MS = 40_000;
/** As long as PostgreSQL can be told to wait. */
const SLOW_FLUSH_MS = 100;

const acknowledgedSince = ({ publications }: BusyBoard, instant: number): number =>
  publications.filter(({ acknowledgedAt }) => acknowledgedAt !== null && acknowledgedAt >= instant).length;

/** Resolves with how long it took until something that was sent after it was acknowledged. */
const servedAgain = async (busy: BusyBoard): Promise<number> => {
  const from = Date.now();
  await vi.waitFor(
    () =>
      expect(
        busy.publications.some(({ sentAt, acknowledgedAt }) => sentAt >= from && acknowledgedAt !== null),
      ).toBe(true),
    { timeout: 60_000, interval: 20 },
  );
  return Date.now() - from;
};

/** Every call ends, with an answer or with 503. */
const expectCallsToEnd = async (server: RealServer, token: string, mac: string): Promise<void> => {
  const requested = ['/user', `/board/${mac}`, '/feed', '/establishment'].map(async (path) => {
    const started = performance.now();
    const answer = await server.ask('GET', path, undefined, token);
    await answer.arrayBuffer();
    expect([200, 503]).toContain(answer.status);
    expect(performance.now() - started).toBeLessThan(MAX_CALL_MS);
  });
  await Promise.all(requested);
};

/** Runs the disk full under load for a while, then frees it. Tells after how long the next reading was acknowledged. */
export const fillTheDisk = async (
  forMs: number,
): Promise<{ readonly backMs: number; readonly sent: number }> => {
  const databaseIn = (path: string): string => {
    const own = readdirSync(path).find((name) => name.startsWith('nascente-real-')) ?? '';
    return join(path, own, 'data', 'postgres');
  };
  const disk = createSmallDisk(DISK_MB, databaseIn);
  const server = await startRealServer({ parent: disk.path });
  const token = await server.signIn();
  const board = await server.installBoard(token);
  const busy = startBusyBoard(server.connect(board), board.mac);
  await servedAgain(busy);
  disk.fill();
  onTestFinished(() => disk.free());
  // Boards are not told that anything is stored once nothing can be.
  await vi.waitFor(
    async () => {
      const from = Date.now();
      await pause(1_000);
      expect(acknowledgedSince(busy, from)).toBe(0);
    },
    { timeout: 120_000 },
  );
  await expectCallsToEnd(server, token, board.mac);
  await pause(forMs);
  disk.free();
  const backMs = await servedAgain(busy);
  await busy.finish();
  await busy.expectWhole(server, await server.signIn());
  return { backMs, sent: busy.publications.length };
};

/** Takes every connection that the database still has, for a while. */
export const useUpConnections = async (forMs: number): Promise<{ readonly backMs: number }> => {
  const server = await startRealServer();
  const token = await server.signIn();
  const board = await server.installBoard(token);
  const busy = startBusyBoard(server.connect(board), board.mac);
  await servedAgain(busy);
  const taken: pg.Client[] = [];
  onTestFinished(async () => void (await Promise.all(taken.map((client) => client.end()))));
  for (let isFull = false; !isFull; ) {
    const client = new pg.Client({ connectionString: server.connectionString() });
    client.on('error', () => undefined);
    try {
      await client.connect();
      taken.push(client);
    } catch (error) {
      expect(error).toMatchObject({ code: '53300' });
      isFull = true;
    }
  }
  await expectCallsToEnd(server, token, board.mac);
  await pause(forMs);
  await Promise.all(taken.splice(0).map((client) => client.end()));
  const backMs = await servedAgain(busy);
  await expectCallsToEnd(server, await server.signIn(), board.mac);
  await busy.finish();
  await busy.expectWhole(server, await server.signIn());
  expect(server.output()).not.toContain('ended unexpectedly');
  return { backMs };
};

/**
 * Has each flush of the database's log take a tenth of a second longer for a while, as on a disk that others keep busy.
 * Tells how long readings waited for their acknowledgement meanwhile.
 */
export const slowTheDisk = async (
  forMs: number,
): Promise<{ readonly backMs: number; readonly medianMs: number; readonly longestMs: number }> => {
  const server = await startRealServer();
  const token = await server.signIn();
  const board = await server.installBoard(token);
  const busy = startBusyBoard(server.connect(board), board.mac);
  await servedAgain(busy);
  const database = new pg.Client({ connectionString: server.connectionString() });
  await database.connect();
  onTestFinished(() => database.end());
  const slowFlushesBy = async (ms: number): Promise<void> => {
    await database.query('alter system set commit_siblings = 0');
    await database.query(`alter system set commit_delay = ${ms * 1_000}`);
    await database.query('select pg_reload_conf()');
  };
  const waits = (from: number, max: number): number[] =>
    busy.publications
      .filter(({ sentAt }) => sentAt >= from)
      .slice(0, max)
      .map(({ sentAt, acknowledgedAt }) => (acknowledgedAt ?? Number.POSITIVE_INFINITY) - sentAt)
      .toSorted((one, other) => one - other);
  const median = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length / 2)] ?? 0;
  await slowFlushesBy(SLOW_FLUSH_MS);
  // Felt, and nothing stands still: each of many is acknowledged, after the flush that it waited for.
  let from = Date.now();
  await vi.waitFor(
    async () => {
      from = Date.now();
      await pause(1_000);
      expect(median(waits(from, 20))).toBeGreaterThanOrEqual(SLOW_FLUSH_MS * 0.8);
      expect(waits(from, 20).at(-1)).toBeLessThan(Number.POSITIVE_INFINITY);
    },
    { timeout: 60_000 },
  );
  await expectCallsToEnd(server, token, board.mac);
  await pause(forMs);
  const meanwhile = waits(from, busy.publications.length).filter(Number.isFinite);
  await slowFlushesBy(0);
  const backMs = await servedAgain(busy);
  await busy.finish();
  await busy.expectWhole(server, token);
  expect(server.output()).not.toContain('ended unexpectedly');
  return { backMs, medianMs: median(meanwhile), longestMs: meanwhile.at(-1) ?? 0 };
};
