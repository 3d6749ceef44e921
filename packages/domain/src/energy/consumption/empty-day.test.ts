import { expect, test } from 'vitest';
import { civilDate, startOfDay } from '../../base/time/civil-day.ts';
import { DEFAULT_ZONE, HOUR_MS, instant, MINUTE_MS } from '../../base/time/zone.ts';
import { simpleTouPeriodsOn } from '../../sites/tou-windows/tou-periods-by-window.ts';
import { consolidateDays, emptyReasonOf } from './consolidate.ts';
import { seriesOfQuarters } from './testing/series-of-quarters.ts';

const today = civilDate('2026-11-13');

test.each([
  ['2026-11-12', 1, 96, null],
  ['2026-11-12', 0, 96, 'noData'],
  ['2026-11-12', 0, 0, 'notInstalled'],
  ['2026-11-13', 0, 0, 'tooEarly'],
  ['2026-11-13', 0, 5, 'noData'],
  ['2026-11-14', 0, 0, 'future'],
] as const)(
  'explains the empty day %s with %i of %i quarter-hours as %s',
  (date, presentQuarters, expectedQuarters, reason) => {
    expect(
      emptyReasonOf(
        { date: civilDate(date), presentQuarters, estimatedQuarters: 0, expectedQuarters },
        today,
      ),
    ).toBe(reason);
  },
);

test.each([
  ['14:25', 'tooEarly'],
  ['14:30', 'noData'],
] as const)('explains the first day of a meter installed at 14:03, at %s, as %s', (time, reason) => {
  const at = (hours: number, minutes: number) =>
    instant(startOfDay(today, DEFAULT_ZONE) + hours * HOUR_MS + minutes * MINUTE_MS);
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const [day] = consolidateDays(seriesOfQuarters([], 60), {
    zone: DEFAULT_ZONE,
    first: today,
    last: today,
    now: at(hours, minutes),
    kind: 'electric',
    touPeriodsOn: simpleTouPeriodsOn,
    since: at(14, 3),
  });
  expect(day && emptyReasonOf(day, today)).toBe(reason);
});
