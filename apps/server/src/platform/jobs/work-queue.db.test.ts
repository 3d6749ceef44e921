import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { createJobRunner } from './job-runner.ts';

const database = await createTestDatabase();
const log = pino({ level: 'silent' });
const persistence = { attempts: 5, firstWaitSeconds: 1, maxWaitSeconds: 1, lookEverySeconds: 0.5 };

test('queues work in its transaction, and retries it until it succeeds', async () => {
  const done: object[] = [];
  const runner = createJobRunner(database.connectionString, log);
  const queue = runner.queue<{ text: string }>({
    name: 'letters',
    persistence,
    work: async ({ payload, failures }) => {
      if (failures === 0) throw new Error('not yet');
      done.push(payload);
    },
  });
  await runner.start();
  const rolledBack = database.db.transaction().execute(async (within) => {
    await queue.add({ text: 'lost' }, { within });
    throw new Error('rolled back');
  });
  await expect(rolledBack).rejects.toThrow('rolled back');
  await database.db.transaction().execute((within) => queue.add({ text: 'kept' }, { within }));
  await expect.poll(() => done, { timeout: 20_000 }).toEqual([{ text: 'kept' }]);
  await runner.stop();
});

test('processes a backlog without pauses, and one failure delays no other work', async () => {
  const done: number[] = [];
  const runner = createJobRunner(database.connectionString, log);
  const queue = runner.queue<{ n: number }>({
    name: 'pile',
    persistence: { ...persistence, lookEverySeconds: 600 },
    work: async ({ payload }) => {
      const { n } = payload as { n: number };
      if (n === 5) throw new Error('not this one');
      done.push(n);
    },
  });
  await runner.start();
  await database.db.transaction().execute(async (within) => {
    for (let n = 0; n < 40; n += 1) await queue.add({ n }, { within });
  });
  await expect.poll(() => done.length, { timeout: 20_000 }).toBe(39);
  const states = "select state, count(*) from job.job where name = 'pile' group by state order by state";
  await expect
    .poll(async () => (await database.pool.query(states)).rows)
    .toEqual([
      { state: 'retry', count: 1 },
      { state: 'completed', count: 39 },
    ]);
  await runner.stop();
});

test('does the same work requested twice in its period once', async () => {
  const runner = createJobRunner(database.connectionString, log);
  const queue = runner.queue({ name: 'once', persistence, work: async () => undefined });
  await runner.start();
  const cached = { key: 'ana', perSeconds: 86_400 };
  await queue.add({}, { unique: cached });
  await queue.add({}, { unique: cached });
  await queue.add({}, { unique: { ...cached, key: 'rui' } });
  const { rows } = await database.pool.query("select count(*) as jobs from job.job where name = 'once'");
  expect(rows).toEqual([{ jobs: 2 }]);
  await runner.stop();
});

test('slow work of one account delays no other account', async () => {
  const started: string[] = [];
  const done: string[] = [];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const runner = createJobRunner(database.connectionString, log);
  const queue = runner.queue<{ account: string; n: number }>({
    name: 'turns',
    persistence: { ...persistence, lookEverySeconds: 600 },
    inTurns: true,
    work: async ({ payload }) => {
      const { account, n } = payload as { account: string; n: number };
      started.push(account);
      if (account === 'slow') await released;
      done.push(`${account} ${n}`);
    },
  });
  await runner.start();
  await database.db.transaction().execute(async (within) => {
    for (let n = 0; n < 40; n += 1) await queue.add({ account: 'slow', n }, { within, turnOf: 'slow' });
  });
  await expect.poll(() => started.length, { timeout: 20_000 }).toBeGreaterThan(0);
  for (let n = 0; n < 10; n += 1) await queue.add({ account: 'quick', n }, { turnOf: 'quick' });
  await expect.poll(() => done.length, { timeout: 20_000 }).toBe(10);
  expect(started.filter((account) => account === 'slow').length).toBeLessThan(8);
  release();
  await expect.poll(() => done.length, { timeout: 30_000 }).toBe(50);
  await runner.stop();
});
