import { describe, expect, test } from 'vitest';
import { addDays, civilDate, civilDateAt } from '../../base/time/civil-day.ts';
import { CIVIL_MONTHS } from '../../base/time/reading-cycles.ts';
import { DEFAULT_ZONE, type Instant, instant } from '../../base/time/zone.ts';
import { daysOfEvenUse } from '../consumption/testing/days-of-even-use.ts';
import { cycleAround, cycleSoFar, daysWithin, passedDays, passedShare } from './cycle-so-far.ts';

const zone = DEFAULT_ZONE;
const at = (text: string) => instant(Date.parse(text));
/** Half of 20 November 2026 has passed. */
const NOW = at('2026-11-20T15:00Z');
const LONG_AGO = at('2026-01-01T03:00Z');

const soFarOf = (since: Instant, until: Instant | null = null) => {
  const around = cycleAround(civilDateAt(NOW, zone), CIVIL_MONTHS);
  const days = { first: around.countedFrom, last: around.today };
  const read = daysOfEvenUse({ ...days, zone, since, now: until ?? NOW, perHour: 1000 });
  return cycleSoFar(around, { zone, now: NOW, since, until, read, older: [] });
};

test('returns a cycle with the previous cycle and the first requested days', () => {
  const around = cycleAround(civilDate('2026-11-20'), CIVIL_MONTHS);
  expect(around).toMatchObject({
    today: '2026-11-20',
    cycle: { first: '2026-11-01', last: '2026-11-30' },
    previous: { first: '2026-10-01', last: '2026-10-31' },
  });
  expect(around.countedFrom <= around.previous.first).toBe(true);
  expect(around.learntFrom < addDays(around.today, -365)).toBe(true);
});

describe('a running cycle', () => {
  test('returns its days and the forecast of the complete cycle', () => {
    const { days, consumed, daysElapsed, daysInPeriod, passedDays: passed, forecast } = soFarOf(LONG_AGO);
    expect(days).toHaveLength(20);
    expect({ total: consumed.total, daysElapsed, daysInPeriod, passed }).toEqual({
      total: 19.5 * 24_000,
      daysElapsed: 20,
      daysInPeriod: 30,
      passed: 19.5,
    });
    expect(forecast.total).toBe(30 * 24_000);
  });

  test('compares with the same number of hours of the previous cycle', () => {
    const { alike } = soFarOf(LONG_AGO);
    expect(alike).toMatchObject({ end: '2026-10-20', hours: 19 * 24 + 12 });
    expect(alike.until).toEqual({ current: NOW, previous: at('2026-10-20T15:00Z') });
  });

  test('starts on the installation day of a meter installed within the cycle', () => {
    const { daysElapsed, daysInPeriod, passedDays: passed, forecast } = soFarOf(at('2026-11-11T15:00Z'));
    expect({ daysElapsed, daysInPeriod, passed }).toEqual({ daysElapsed: 10, daysInPeriod: 20, passed: 9 });
    expect(forecast.total).toBe(19.5 * 24_000);
  });

  test('returns the measured energy as the forecast of a removed meter', () => {
    const gone = soFarOf(LONG_AGO, at('2026-11-10T03:00Z'));
    expect(gone.forecast).toMatchObject({ total: 9 * 24_000, low: 9 * 24_000, high: 9 * 24_000 });
    expect(gone.shareToCome).toBe(0);
  });
});

test('counts a day by its elapsed share', () => {
  const date = civilDate('2026-11-20');
  expect(passedShare(date, zone, NOW)).toBe(0.5);
  expect(passedShare(date, zone, LONG_AGO)).toBe(0);
  expect(passedShare(civilDate('2026-01-01'), zone, NOW)).toBe(1);
  expect(passedDays(1, 0)).toBe(1 / 96);
  expect(passedDays(3, 0.5, 0.25)).toBe(2.25);
});

test('selects the days from the first to the last', () => {
  const dates = ['2026-11-01', '2026-11-02', '2026-11-03'].map((date) => ({ date: civilDate(date) }));
  expect(daysWithin(dates, civilDate('2026-11-02'), civilDate('2026-11-09'))).toEqual(dates.slice(1));
});
