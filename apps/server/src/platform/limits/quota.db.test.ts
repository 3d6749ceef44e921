import { instant } from '@nascente/domain/base/time/zone';
import { beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { LimitReached } from '../errors.ts';
import { createCountedUsesRepository } from './limits.repository.ts';
import { createQuota, forgetOldUses } from './quota.ts';

const { db, pool } = await createTestDatabase();
let now = Date.parse('2026-11-20T12:00:00Z');
const clock = () => instant(now);
/** As a server that has just started, or another one. */
const open = (purpose: 'sign-up' | 'recovery' = 'sign-up') =>
  createQuota({ db, clock, purpose, max: 2, windowMs: 90_000 });
const storedRows = async (): Promise<number> => {
  const { rows } = await pool.query<{ stored: number }>('select count(*)::int as stored from counted_use');
  return rows[0]?.stored ?? 0;
};
beforeEach(() => pool.query('truncate counted_use'));

test('refuses a used-up quota with the waiting time, and restores it when its window ends', async () => {
  const quota = open();
  await quota.use('a');
  now += 30_000;
  await quota.use('a');
  const refusal = await quota.use('a').catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(LimitReached);
  expect(refusal).toMatchObject({
    message: 'Muitos pedidos. Tente novamente em 1 minuto.',
    retryAfterSeconds: 60,
  });
  await quota.use('b');
  now += 60_000;
  await quota.use('a');
  await quota.use('a');
  await expect(quota.use('a')).rejects.toThrow('Tente novamente em 2 minutos.');
});

test('a restart and another server share the used quota, and each purpose counts separately', async () => {
  await open().use('a');
  await open().use('a');
  await expect(open().use('a')).rejects.toThrow(LimitReached);
  await expect(open('recovery').use('a')).resolves.toBeUndefined();
});

test('a hundred simultaneous uses get no more than successive ones, also at a new window', async () => {
  for (const untilNext of [90_000, 0]) {
    const tried = await Promise.allSettled(Array.from({ length: 100 }, () => open().use('a')));
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    for (const outcome of tried)
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(LimitReached);
    now += untilNext;
  }
});

test('stores no address that is counted', async () => {
  await open().use('203.0.113.9');
  const { rows } = await pool.query('select u::text as row from counted_use u');
  expect(JSON.stringify(rows)).not.toContain('203.0.113.9');
  expect(JSON.stringify(rows)).not.toContain(Buffer.from('203.0.113.9').toString('hex'));
});

test('removes expired uses, and beyond the maximum those that end first', async () => {
  for (let n = 0; n < 10; n++) {
    await open().use(`key ${n}`);
    now += 1_000;
  }
  await createCountedUsesRepository(db).removeOld(clock(), 3);
  expect(await storedRows()).toBe(3);
  await open().use('key 9');
  await expect(open().use('key 9')).rejects.toThrow(LimitReached);
  now += 90_000;
  await forgetOldUses({ db, clock });
  expect(await storedRows()).toBe(0);
});

test('a clock that was a day ahead delays no later use', async () => {
  const day = 24 * 3_600_000;
  now += day;
  await open().use('a');
  await open().use('a');
  now -= day;
  await open().use('a');
  await open().use('a');
  await expect(open().use('a')).rejects.toThrow('Tente novamente em 2 minutos.');
});
