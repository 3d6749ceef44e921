import { PASSWORD_HEADER } from '@nascente/contract/operations/own-data';
import pg from 'pg';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { measureReading, openReadDatabase } from './platform/database/connections/read-database.ts';
import { connectDatabase } from './platform/database/open-database.ts';
import { triLine } from './testing/boards/tri-line.ts';
import { ADMIN, connectWhenever } from './testing/calls-from-outside.ts';
import { startPostgresPair } from './testing/processes/postgres-pair.ts';
import { startServerOn } from './testing/processes/server-on-database.ts';
import { filesOfWorkbook } from './testing/read-workbook.ts';

const log = pino({ level: 'silent' });
/** The shortest distance at which the power of these lines is plausible. */
const APART_MS = 50;
const WHO = "select current_setting('in_hot_standby') as standby";

const run = async (url: string, text: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text);
  await client.end();
};

test('reads from the replica while it is up to date, and from the primary otherwise', async () => {
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

  // No caller notices the loss of the replica.
  await pair.stopStandby();
  expect(await isReadAtReplica()).toBe(false);
  expect(reading.state()).toEqual({ lagSeconds: null, isUsed: false });
  expect(reading.connectionString()).toBe(pair.primaryUrl);
  expect(await registry.metrics()).not.toMatch(/^nascente_read_replica_lag_seconds /m);
}, 180_000);

test('reads files, reports and account exports from the replica, and screens from the primary', async () => {
  const pair = await startPostgresPair();
  const server = await startServerOn(pair.primaryUrl, {
    DATABASE_READ_URL: pair.standbyUrl,
    DATABASE_READ_BEHIND_SECONDS: '3600',
  });
  await vi.waitFor(
    async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text();
      expect(metrics).toContain('nascente_read_replica_used 1');
    },
    { timeout: 20_000, interval: 100 },
  );
  const token = await server.signIn();
  const board = await server.installBoard(token);
  const client = connectWhenever(server.mqttPort, board);
  onTestFinished(() => void client.end(true));
  const from = Date.now();
  const to = from + 60_000;
  const publish = async (first: number, count: number): Promise<void> => {
    for (let message = first; message < first + count; message++)
      await client.publishAsync(`message/${board.mac}`, triLine(board.mac, from + message * APART_MS), {
        qos: 1,
      });
  };
  const onScreen = async (): Promise<number> => {
    const span = { id: board.mac, dateIn: from - 1_000, dateOut: to };
    return (await server.read<{ value: number }>('POST', '/board/values/last/pagination/count', span, token))
      .value;
  };
  const { establishments } = await server.read<{ establishments: { _id: string }[] }>(
    'GET',
    '/establishment',
    undefined,
    token,
  );
  const fileOf = async (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Buffer> => {
    const answer = await server.ask('GET', path, undefined, token, headers);
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  };
  const rowsOfFile = async (): Promise<number> => {
    const csv = await fileOf(`/board/${board.mac}/export?start=${from - 1_000}&end=${to}`);
    return csv.toString().trim().split('\r\n').length - 1;
  };
  /** All but the first sheet, which says when it was made. */
  const figuresOfReport = async (): Promise<string> => {
    const files = filesOfWorkbook(
      await fileOf(`/establishment/${establishments[0]?._id}/report?format=xlsx`),
    );
    return [...files]
      .filter(([name]) => /sheet[2-9]\.xml$/.test(name))
      .map(([, sheet]) => sheet)
      .join('\n');
  };
  const namesInOwnExport = async (): Promise<string> => {
    const own = await fileOf('/user/export', { [PASSWORD_HEADER]: encodeURIComponent(ADMIN.password) });
    return JSON.stringify((JSON.parse(own.toString()) as { account: unknown }).account);
  };

  await publish(0, 5);
  await vi.waitFor(async () => expect(await rowsOfFile()).toBe(5), { timeout: 10_000, interval: 200 });
  const before = await figuresOfReport();
  expect(before).toContain('<row');

  await run(pair.standbyUrl, 'select pg_wal_replay_pause()');
  await publish(5, 5);
  await server.read('PATCH', '/user', { firstName: 'Teresa' }, token);
  expect(await onScreen()).toBe(10);
  expect(await rowsOfFile()).toBe(5);
  expect(await figuresOfReport()).toBe(before);
  expect(await namesInOwnExport()).not.toContain('Teresa');

  await run(pair.standbyUrl, 'select pg_wal_replay_resume()');
  await vi.waitFor(async () => expect(await rowsOfFile()).toBe(10), { timeout: 10_000, interval: 200 });
  expect(await figuresOfReport()).not.toBe(before);
  expect(await namesInOwnExport()).toContain('Teresa');
}, 180_000);
