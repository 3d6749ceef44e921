import pg from 'pg';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { connectDatabase } from './platform/database/open-database.ts';
import { measureReading, openReadDatabase } from './platform/database/read-database.ts';
import { startPostgresPair } from './testing/postgres-pair.ts';

const log = pino({ level: 'silent' });
const WHO = "select current_setting('in_hot_standby') as standby";

const run = async (url: string, text: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
};

test('a replica is read while it is there and keeps up, and the primary in its place', async () => {
  const pair = await startPostgresPair();
  const primary = connectDatabase(pair.primaryUrl, log);
  const reading = openReadDatabase({ url: pair.standbyUrl, mostBehindMs: 3_000, primary }, log);
  const registry = new Registry();
  measureReading(reading, registry);
  onTestFinished(async () => {
    await reading.close();
    await primary.close();
  });
  const isReadAtReplica = async (): Promise<boolean> => {
    const { rows } = await reading.pool.query<{ standby: string }>(WHO);
    return rows[0]?.standby === 'on';
  };
  await primary.pool.query('create table told (text text)');
  await vi.waitFor(async () => expect(await isReadAtReplica()).toBe(true), { timeout: 15_000 });
  expect(reading.connectionString()).toBe(pair.standbyUrl);
  expect(reading.state()).toEqual({ lagSeconds: expect.any(Number), isUsed: true });
  expect(await registry.metrics()).toContain('nascente_read_replica_used 1');

  await run(pair.standbyUrl, 'select pg_wal_replay_pause()');
  const writing = setInterval(() => void primary.pool.query("insert into told values ('again')"), 100);
  onTestFinished(() => clearInterval(writing));
  await vi.waitFor(async () => expect(await isReadAtReplica()).toBe(false), { timeout: 15_000 });
  expect(reading.state()?.lagSeconds).toBeGreaterThan(3);
  expect(await registry.metrics()).toContain('nascente_read_replica_used 0');

  await run(pair.standbyUrl, 'select pg_wal_replay_resume()');
  await vi.waitFor(async () => expect(await isReadAtReplica()).toBe(true), { timeout: 15_000 });
  clearInterval(writing);

  // Nobody who asks is told that the replica has gone.
  await pair.stopStandby();
  expect(await isReadAtReplica()).toBe(false);
  expect(reading.state()).toEqual({ lagSeconds: null, isUsed: false });
  expect(reading.connectionString()).toBe(pair.primaryUrl);
  expect(await registry.metrics()).not.toMatch(/^nascente_read_replica_lag_seconds /m);
}, 180_000);
