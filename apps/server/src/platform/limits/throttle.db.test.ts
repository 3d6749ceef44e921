import { instant } from '@nascente/domain/base/time/zone';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { LimitReached } from '../errors.ts';
import { createFailedAttemptsRepository } from './limits.repository.ts';
import { subscriberOf } from './subscriber.ts';
import { createThrottle, forgetOldAttempts } from './throttle.ts';

const BY_EMAIL = [{ key: 'a@b.test', allowed: 5, isForgiven: true }];
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const { db, pool } = await createTestDatabase();
let now = Date.parse('2026-11-20T12:00:00Z');
const clock = () => instant(now);
/** As a server that has just started, or another one. */
const open = (purpose: 'sign-in' | 'claim' = 'sign-in') => createThrottle({ db, clock, purpose });
const storedRows = async (): Promise<number> => {
  const { rows } = await pool.query<{ stored: number }>('select count(*)::int as stored from failed_attempt');
  return rows[0]?.stored ?? 0;
};
beforeEach(() => pool.query('truncate failed_attempt'));

describe('the counted address', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::77', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
  ])('counts %s as %s', (address, subscriber) => {
    expect(subscriberOf(address)).toBe(subscriber);
  });
});

describe('the throttle', () => {
  it('a clock that was a day ahead delays no attempt for a day', async () => {
    now += DAY_MS;
    for (let attempt = 0; attempt < 5; attempt++) await open().begin(BY_EMAIL);
    await expect(open().begin(BY_EMAIL)).rejects.toThrow(LimitReached);
    now -= DAY_MS;
    await (await open().begin(BY_EMAIL)).succeeded();
    await (await open().begin(BY_EMAIL)).succeeded();
  });

  it('doubles the delay up to a quarter of an hour, and resets after it', async () => {
    const throttle = open();
    const waits: number[] = [];
    while (waits.length < 8) {
      try {
        await throttle.begin(BY_EMAIL);
      } catch (error) {
        expect(error).toBeInstanceOf(LimitReached);
        const seconds = error instanceof LimitReached ? (error.retryAfterSeconds ?? 0) : 0;
        waits.push(seconds);
        now += seconds * 1000;
      }
    }
    expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900, 900]);
    now += 900_001;
    for (let attempt = 0; attempt < 5; attempt++) await throttle.begin(BY_EMAIL);
    await expect(throttle.begin(BY_EMAIL)).rejects.toThrow(LimitReached);
  });

  it('shares attempts after a restart and with another server, and counts each purpose separately', async () => {
    for (let attempt = 0; attempt < 5; attempt++) await open().begin(BY_EMAIL);
    await expect(open().begin(BY_EMAIL)).rejects.toThrow('Tente novamente em 30 segundos.');
    await expect(open('claim').begin(BY_EMAIL)).resolves.toBeDefined();
  });

  it('allows no more of a hundred simultaneous attempts than of successive ones', async () => {
    const [one, another] = [open(), open()];
    const both = [...BY_EMAIL, { key: 'address', allowed: 50 }];
    const tried = await Promise.allSettled(
      Array.from({ length: 100 }, (_, n) =>
        (n % 2 === 0 ? one : another).begin(n % 4 < 2 ? both : [...both].reverse()),
      ),
    );
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    for (const outcome of tried)
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(LimitReached);
    const { rows } = await pool.query('select attempts from failed_attempt');
    expect(rows).toEqual([{ attempts: 5 }, { attempts: 5 }]);
  });

  it('does not count correct attempts', async () => {
    const throttle = open();
    for (let attempt = 0; attempt < 50; attempt++) await (await throttle.begin(BY_EMAIL)).succeeded();
    await expect(throttle.begin(BY_EMAIL)).resolves.toBeDefined();
  });

  it('takes back only the correct attempt when it does not forgive', async () => {
    const throttle = open();
    const by = [{ key: 'office', allowed: 2 }];
    await throttle.begin(by);
    await (await throttle.begin(by)).succeeded();
    expect((await throttle.begin(by)).beganPause('office')).toBe(true);
    await expect(throttle.begin(by)).rejects.toThrow(LimitReached);
  });

  it('remembers failures for the configured time without longer pauses', async () => {
    const throttle = open();
    const by = [{ key: 'strangers', allowed: 2, rememberedMs: DAY_MS }];
    await throttle.begin(by);
    await throttle.begin(by);
    now += HOUR_MS;
    expect((await throttle.begin(by)).beganPause('strangers')).toBe(false);
    await expect(throttle.begin(by)).rejects.toThrow('Tente novamente em 1 minuto.');
    now += DAY_MS + 1;
    await throttle.begin(by);
    await expect(throttle.begin(by)).resolves.toBeDefined();
  });

  it('counts no use of an attempt that must wait for another reason', async () => {
    const throttle = open();
    await throttle.begin([{ key: 'paused', allowed: 1 }]);
    const both = [
      { key: 'paused', allowed: 1 },
      { key: 'free', allowed: 1 },
    ];
    await expect(throttle.begin(both)).rejects.toThrow(LimitReached);
    expect((await throttle.begin([{ key: 'free', allowed: 1 }])).beganPause('free')).toBe(true);
  });

  it('stores no typed text', async () => {
    await open().begin(BY_EMAIL);
    const { rows } = await pool.query('select f::text as row from failed_attempt f');
    expect(JSON.stringify(rows)).not.toContain(Buffer.from('a@b.test').toString('hex'));
    expect(JSON.stringify(rows)).not.toContain('a@b');
  });
});

describe('stored attempts', () => {
  it('removes attempts once they expire', async () => {
    await open().begin([{ key: 'short', allowed: 2 }]);
    await open().begin([{ key: 'long', allowed: 2, rememberedMs: DAY_MS }]);
    now += HOUR_MS;
    await forgetOldAttempts({ db, clock });
    expect(await storedRows()).toBe(1);
    now += DAY_MS;
    await forgetOldAttempts({ db, clock });
    expect(await storedRows()).toBe(0);
  });

  it('limits stored attempts, and removes those first that expire first', async () => {
    const throttle = open();
    for (let n = 0; n < 10; n++)
      await throttle.begin([{ key: `key ${n}`, allowed: 1, rememberedMs: (n + 1) * 60_000 }]);
    await createFailedAttemptsRepository(db).removeOld(clock(), 3);
    expect(await storedRows()).toBe(3);
    await expect(throttle.begin([{ key: 'key 9', allowed: 1 }])).rejects.toThrow(LimitReached);
    await expect(throttle.begin([{ key: 'key 0', allowed: 1 }])).resolves.toBeDefined();
  });
});
