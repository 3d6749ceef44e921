import { MINUTE_MS } from '@nascente/domain/base/time/zone';
import type { Pool, QueryConfig, QueryResult } from 'pg';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { type ChangeLog, createChangeLog } from './change-log.ts';
import { asOneReading } from './one-reading.ts';
import type { Database } from './open-database.ts';
import { createWhileUnchanged } from './while-unchanged.ts';

let database: Database;
let elapsed: number;
let questions: number;
/** Holds back answers until it resolves. */
let answered: Promise<unknown>;
let changes: ChangeLog;

const change = "update account set first_name = 'Bia'";
const query = (text: string): Promise<QueryResult> => database.pool.query(text);

beforeAll(async () => {
  database = await createTestDatabase();
});

beforeEach(async () => {
  [elapsed, questions, answered] = [0, 0, Promise.resolve()];
  const pool = {
    async query(requested: QueryConfig) {
      questions++;
      const until = answered;
      const answer = await database.pool.query(requested);
      await until;
      return answer;
    },
  } as unknown as Pool;
  changes = createChangeLog(pool, () => elapsed);
  await changes.ask();
  questions = 0;
});

const structure = async (): Promise<number> => {
  await changes.ask();
  return changes.structure();
};

describe('changes in the change log', () => {
  it('reports a change once it is committed, and never after a rollback', async () => {
    const before = await structure();
    const connection = await database.pool.connect();
    await connection.query('begin');
    await connection.query(change);
    await connection.query(change);
    expect(await structure()).toBe(before);
    await connection.query('rollback');
    expect(await structure()).toBe(before);
    await connection.query('begin');
    await connection.query(change);
    await connection.query('commit');
    connection.release();
    const after = await structure();
    expect(after).not.toBe(before);
    expect(await structure()).toBe(after);
  });

  it.each(['vat_period', 'cosip_period', 'flag_month'])('reports a change of %s', async (table) => {
    const before = await structure();
    await query(`delete from ${table} where false`);
    expect(await structure()).not.toBe(before);
  });

  it('reports a change that started before another and was committed after it', async () => {
    const [first, second] = [await database.pool.connect(), await database.pool.connect()];
    await first.query('begin');
    await first.query(`insert into change_log default values`);
    await second.query('insert into change_log default values');
    const before = await structure();
    await first.query('commit');
    for (const each of [first, second]) each.release();
    expect(await structure()).not.toBe(before);
  });

  it('reports a change to a request answered after later ones', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    answered = promise;
    const before = changes.structure();
    const slow = changes.ask();
    await expect.poll(() => questions).toBe(1);
    await query(change);
    answered = Promise.resolve();
    const received = await structure();
    expect(received).not.toBe(before);
    resolve();
    await slow;
    await query(change);
    expect(await structure()).not.toBe(received);
  });

  it.each([
    ['of what was measured', 'update quarter set frames = frames'],
    ['of closed days', 'update meter_day set frames = frames'],
  ])('%s does not count as a change', async (_, statement) => {
    const before = await structure();
    await query(statement);
    expect(await structure()).toBe(before);
  });
});

it('sends one query for all requests of the same turn', async () => {
  await Promise.all([changes.ask(), changes.ask(), changes.ask()]);
  expect(questions).toBe(1);
  await changes.ask();
  expect(questions).toBe(2);
});

it('queries once while one answer is read, and again for the next answer', async () => {
  const before = await structure();
  await asOneReading(async () => {
    await changes.ask();
    await query(change);
    expect(await structure()).toBe(before);
    await new Promise(setImmediate);
    expect(await structure()).toBe(before);
  });
  expect(await asOneReading(structure)).not.toBe(before);
});

it('counts everything as changed after half the retention time without a query', async () => {
  const before = await structure();
  elapsed += 30 * MINUTE_MS;
  expect(await structure()).toBe(before);
  await query("update change_log set at = now() - interval '61 minutes'");
  await changes.forgetOld();
  expect((await query('select from change_log')).rowCount).toBe(0);
  elapsed += 30 * MINUTE_MS + 1;
  expect(await structure()).not.toBe(before);
});

it('caches a value while nothing changes, and reads it again afterwards', async () => {
  let reads = 0;
  const whileUnchanged = createWhileUnchanged<{ read: number }>(changes, 2);
  const recall = (key: string) => whileUnchanged(key, async () => ({ read: ++reads }));
  expect([await recall('a'), await recall('a'), await recall('b')]).toEqual([
    { read: 1 },
    { read: 1 },
    { read: 2 },
  ]);
  await query(change);
  expect([await recall('a'), await recall('a')]).toEqual([{ read: 3 }, { read: 3 }]);
});

it('reads again a value that changed while it was read', async () => {
  const whileUnchanged = createWhileUnchanged<string[]>(changes, 10);
  const first = await whileUnchanged('a', async () => {
    await query(change);
    return ['before the change, for all it knows'];
  });
  expect(first).toHaveLength(1);
  expect(await whileUnchanged('a', async () => [])).toEqual([]);
});
