import { setTimeout as pause } from 'node:timers/promises';
import { withClient } from '@nascente/postgres-host/client.repository';
import { reaching } from '@nascente/postgres-host/database-hosts';
import { expect, vi } from 'vitest';
import { startBusyBoard } from '../boards/busy-board.ts';
import { connectWhenever } from '../calls-from-outside.ts';
import { startPostgresPair } from './postgres-pair.ts';
import { startServerOn } from './server-on-database.ts';

/** Where a new connection leads. */
const portOf = (databaseUrl: string): Promise<number | undefined> =>
  withClient(
    reaching(databaseUrl),
    async (client) =>
      (await client.query<{ port: number }>('select inet_server_port() as port')).rows[0]?.port,
  );

/**
 * Kills the primary while a board sends, promotes its standby after a while, and lets the old primary come back without
 * knowing it. What was acknowledged is stored once. Tells how long the board waited after the promotion.
 */
export const failOver = async (moments: { killAfterMs: number; promoteAfterMs: number }) => {
  const pair = await startPostgresPair();
  const server = await startServerOn(pair.url);
  expect(server.output()).toContain('on the disks of the database and of a synchronous replica');
  const token = await server.signIn();
  const board = await server.installBoard(token);
  const busy = startBusyBoard(connectWhenever(server.mqttPort, board), board.mac);
  const servedAgain = async (): Promise<number> => {
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
  await servedAgain();
  await pause(moments.killAfterMs);
  await pair.killPrimary();
  await pause(moments.promoteAfterMs);
  await pair.promote();
  const backMs = await servedAgain();
  await pair.bringBack();
  // Both take writes now, and a new connection goes to the one that was promoted.
  expect(await portOf(pair.url)).toBe(Number(new URL(pair.standbyUrl).port));
  await servedAgain();
  await busy.finish();
  await vi.waitFor(() => busy.expectWhole(server, token), { timeout: 30_000, interval: 200 });
  return { backMs, sent: busy.publications.length };
};
