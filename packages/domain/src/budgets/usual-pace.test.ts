import { describe, expect, it } from 'vitest';
import type { PastDay } from '../consumption/past-day.ts';
import { addDays, type CivilDate, weekdayOf } from '../time/civil-day.ts';
import { usualPace, usualShare } from './usual-pace.ts';

const date = (text: string) => text as CivilDate;
/** Four weeks before Monday, 1 June 2026: ten on working days, nothing else. */
const pastOf = (usual: (weekday: number) => number): PastDay[] =>
  Array.from({ length: 28 }, (_, index) => {
    const day = addDays(date('2026-05-04'), index);
    return {
      date: day,
      total: usual(weekdayOf(day)) as PastDay['total'],
      completeness: 1,
      expectedQuarters: 96,
    };
  });
const working = pastOf((weekday) => (weekday === 0 || weekday === 6 ? 0 : 10));
const week = { first: date('2026-06-08'), last: date('2026-06-14'), shareToCome: 0 };

describe('the usual pace', () => {
  it('is that of the weekdays that have passed', () => {
    expect(usualPace({ ...week, today: date('2026-06-10'), days: working })).toEqual({
      passed: 30,
      whole: 50,
    });
    expect(usualPace({ ...week, today: date('2026-06-13'), days: working })).toEqual({
      passed: 50,
      whole: 50,
    });
  });

  it('counts of today what usually came by this time of day', () => {
    const now = { ...week, today: date('2026-06-08'), days: working, shareToCome: 0.4 };
    expect(usualPace(now)).toEqual({ passed: 6, whole: 50 });
  });

  it('takes a holiday for a Sunday', () => {
    const ofHoliday = {
      ...week,
      first: date('2026-09-07'),
      last: date('2026-09-13'),
      today: date('2026-09-07'),
    };
    expect(usualPace({ ...ofHoliday, days: working })).toEqual({ passed: 0, whole: 40 });
  });

  it('takes a weekday that was not measured for any day', () => {
    const noMonday = working.filter(({ date: day }) => weekdayOf(day) !== 1);
    const { passed } = usualPace({ ...week, today: date('2026-06-08'), days: noMonday });
    expect(passed).toBeCloseTo((4 * 4 * 10) / 24, 9);
  });

  it('is even where nothing is known, or nothing was ever used', () => {
    const now = { ...week, today: date('2026-06-08') };
    expect(usualPace({ ...now, days: [] })).toEqual({ passed: 1, whole: 7 });
    expect(usualPace({ ...now, days: pastOf(() => 0) })).toEqual({ passed: 1, whole: 7 });
  });
});

it('is a share of the cycle, of one that takes anything', () => {
  expect(usualShare({ passed: 15, whole: 50 })).toBe(0.3);
  expect(usualShare({ passed: 0, whole: 0 })).toBeNull();
});
