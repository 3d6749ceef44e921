import { describe, expect, it } from 'vitest';
import { addDays, type CivilDate, weekdayOf } from '../../base/time/civil-day.ts';
import type { PastDay } from '../../energy/forecast/past-day.ts';
import { usualShare } from './usual-pace.ts';

const date = (text: string) => text as CivilDate;
/** The four weeks before Monday, 1 June 2026. */
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
  it('follows the elapsed weekdays', () => {
    expect(usualShare({ ...week, today: date('2026-06-10'), days: working })).toBeCloseTo(30 / 50, 9);
    expect(usualShare({ ...week, today: date('2026-06-13'), days: working })).toBeCloseTo(50 / 50, 9);
  });

  it('counts the usual share of today until the current time', () => {
    const now = { ...week, today: date('2026-06-08'), days: working, shareToCome: 0.4 };
    expect(usualShare(now)).toBeCloseTo(6 / 50, 9);
  });

  it('treats a holiday as a Sunday', () => {
    const ofHoliday = {
      ...week,
      first: date('2026-09-07'),
      last: date('2026-09-13'),
      today: date('2026-09-07'),
    };
    expect(usualShare({ ...ofHoliday, days: working })).toBe(0);
  });

  it('treats an unmeasured weekday as an average day', () => {
    const noMonday = working.filter(({ date: day }) => weekdayOf(day) !== 1);
    const monday = (4 * 4 * 10) / 24;
    const share = usualShare({ ...week, today: date('2026-06-08'), days: noMonday });
    expect(share).toBeCloseTo(monday / (monday + 40), 9);
  });

  it('equals the share of the days without past days or past consumption', () => {
    const now = { ...week, today: date('2026-06-08') };
    expect(usualShare({ ...now, days: [] })).toBeCloseTo(1 / 7, 9);
    expect(usualShare({ ...now, days: pastOf(() => 0) })).toBeCloseTo(1 / 7, 9);
  });
});

it('returns null for a cycle with no usual consumption', () => {
  const sunday = { first: date('2026-06-07'), last: date('2026-06-07'), shareToCome: 0 };
  expect(usualShare({ ...sunday, today: sunday.first, days: working })).toBeNull();
});
