import { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { createJobRunner } from './job-runner.ts';

const database = await createTestDatabase();
const log = pino({ level: 'silent' });
/** The queues are polled at their usual rate, so a busy machine needs patience. */
const WAIT = { timeout: 20_000 };

test('installs scheduled work, removes a deleted schedule, and stops', async () => {
  const first = createJobRunner(database.connectionString, log);
  first.schedule('old', '0 3 * * *', async () => undefined);
  await first.start();
  await first.stop();

  const second = createJobRunner(database.connectionString, log);
  second.schedule('retention', '10 4 * * *', async () => undefined);
  await second.start();
  const { rows } = await database.pool.query('select name, cron from job.schedule');
  expect(rows).toEqual([{ name: 'retention', cron: '10 4 * * *' }]);
  await second.stop();
});

test('runs due work, and retries it after a failure', async () => {
  const boss = new PgBoss({ connectionString: database.connectionString, schema: 'job', supervise: false });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.createQueue('due');
  await boss.send('due');
  await boss.stop();

  const runner = createJobRunner(database.connectionString, log);
  const work = vi.fn(async () => {
    throw new Error('not yet');
  });
  runner.schedule('due', '0 3 * * *', work);
  await runner.start();
  await expect.poll(() => work.mock.calls.length, WAIT).toBe(1);
  const states = () => database.pool.query("select state from job.job where name = 'due'");
  await expect.poll(async () => (await states()).rows, WAIT).toEqual([{ state: 'retry' }]);
  await runner.stop();
});

test('runs work also at the start when requested, long before its time', async () => {
  const work = vi.fn(async () => undefined);
  const runner = createJobRunner(database.connectionString, log);
  runner.schedule('watch', '0 3 1 1 *', work, { alsoAtStart: true });
  await runner.start();
  const states = () => database.pool.query("select state from job.job where name = 'watch'");
  await expect.poll(async () => (await states()).rows, WAIT).toEqual([{ state: 'completed' }]);
  expect(work).toHaveBeenCalledOnce();
  await runner.stop();
});

const queueOf = (work: () => Promise<void>) => ({
  name: 'left',
  persistence: { attempts: 3, firstWaitSeconds: 60, maxWaitSeconds: 60, lookEverySeconds: 30 },
  work,
});

test('the next start finishes the work of a killed process, and never of a live one', async () => {
  const first = createJobRunner(database.connectionString, log);
  const started = vi.fn();
  const end = Promise.withResolvers<void>();
  const work = first.queue(
    queueOf(async () => {
      started();
      await end.promise;
    }),
  );
  await first.start();
  await work.add({});
  await expect.poll(() => started.mock.calls.length, WAIT).toBe(1);

  const again = vi.fn(async () => undefined);
  const second = createJobRunner(database.connectionString, log);
  second.queue(queueOf(again));
  await second.start();
  const states = async () =>
    (await database.pool.query("select state, retry_count from job.job where name = 'left'")).rows;
  expect(await states()).toEqual([{ state: 'active', retry_count: 0 }]);
  end.resolve();
  await expect.poll(states, WAIT).toEqual([{ state: 'completed', retry_count: 0 }]);
  expect(again).not.toHaveBeenCalled();
  await Promise.all([first.stop(), second.stop()]);

  // As a killed process leaves it.
  await database.pool.query(
    "update job.job set state = 'active', completed_on = null, heartbeat_on = now() where name = 'left'",
  );
  const third = createJobRunner(database.connectionString, log);
  third.queue(queueOf(again));
  await third.start();
  await expect.poll(states, WAIT).toEqual([{ state: 'completed', retry_count: 1 }]);
  expect(again).toHaveBeenCalledOnce();
  await third.stop();
});

test('runs scheduled and queued work in time after a clock that was a day ahead', async () => {
  const queue = queueOf(async () => undefined);
  const ahead = createJobRunner(database.connectionString, log);
  ahead.queue({ ...queue, name: 'late' });
  ahead.schedule('minutely', '* * * * *', async () => undefined);
  await ahead.start();
  await ahead.stop();
  const boss = new PgBoss({ connectionString: database.connectionString, schema: 'job', supervise: false });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.send('late', {}, { startAfter: 3_600 });
  await boss.send('late', {});
  await boss.send('minutely');
  await boss.stop();
  // As that clock writes them.
  await database.pool.query("update job.version set cron_on = now() + interval '1 day'");
  await database.pool.query(
    "update job.job set start_after = start_after + interval '1 day', created_on = created_on + interval '1 day' where state = 'created'",
  );

  const work = vi.fn(async () => undefined);
  const later = createJobRunner(database.connectionString, log);
  later.queue({ ...queue, name: 'late', work });
  later.schedule('minutely', '* * * * *', async () => undefined);
  await later.start();
  const { rows } = await database.pool.query(
    'select coalesce(max(cron_on), now()) <= now() as "isRight" from job.version',
  );
  expect(rows).toEqual([{ isRight: true }]);
  await expect.poll(() => work.mock.calls.length, WAIT).toBe(1);
  const waiting = await database.pool.query(
    `select extract(epoch from start_after - created_on)::int as seconds, created_on <= now() as "isRight"
      from job.job where name = 'late' and state = 'created'`,
  );
  expect(waiting.rows).toEqual([{ seconds: 3_600, isRight: true }]);
  const minutely = () =>
    database.pool.query("select from job.job where name = 'minutely' and state = 'completed'");
  await expect.poll(async () => (await minutely()).rows.length, WAIT).toBeGreaterThan(0);
  await later.stop();
});
