import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { createJobRunner } from './job-runner.ts';

const database = await createTestDatabase();
const log = pino({ level: 'silent' });

test('scheduled work is installed, a schedule that is gone is removed, and it stops', async () => {
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

test('queued work runs', async () => {
  const runner = createJobRunner(database.connectionString, log);
  const work = vi.fn(async () => undefined);
  runner.schedule('now', '0 3 * * *', work);
  await runner.start();
  await database.pool.query("select job.create_queue('unused', '{}')").catch(() => undefined);
  await runner.stop();
});
