import { describe, expect, test } from 'vitest';
import { civilDate, startOfDay } from '../../base/time/civil-day.ts';
import { QUARTER_MS } from '../../base/time/quarter.ts';
import { DEFAULT_ZONE, type Instant, parseZone, type Zone } from '../../base/time/zone.ts';
import { SIMPLE_WINDOWS } from '../../sites/tou-windows/tou-periods-by-window.ts';
import {
  highestByTouPeriod,
  sumsByTouPeriod,
  touPeriodAtInstant,
  touPeriodsOfSpans,
} from './quarters-by-tou-period.ts';

const LIGHT = {
  peak: { start: 1050, end: 1230 },
  intermediate: [{ start: 1230, end: 1350 }],
  blackAwarenessFrom: 2024,
};
const touPeriodsOn = touPeriodsOfSpans([
  { last: civilDate('2026-11-09'), windows: SIMPLE_WINDOWS },
  { last: civilDate('2026-11-30'), windows: LIGHT },
]);
const clock = { zone: DEFAULT_ZONE, touPeriodsOn };
const local = (text: string): Instant => Date.parse(`${text}-03:00`) as Instant;
const quartersFrom = (start: number, count: number) =>
  Float64Array.from({ length: count }, (_, index) => start + index * QUARTER_MS);
const ones = (count: number) => new Float64Array(count).fill(1);

test('uses the periods of the interval of a day, or of the nearest interval', () => {
  const peakFrom = (date: string) => touPeriodsOn(civilDate(date)).indexOf(0);
  expect(['2026-10-05', '2026-11-09', '2026-11-10', '2026-12-01'].map(peakFrom)).toEqual([72, 72, 70, 70]);
  expect(touPeriodsOfSpans([])(civilDate('2026-11-10'))).toEqual(new Uint8Array(96).fill(2));
});

test('returns the time-of-use period of an instant by its local quarter-hour', () => {
  const at = (text: string) => touPeriodAtInstant(local(text), clock);
  expect(at('2026-11-09T17:45')).toBe('outPoint');
  expect(at('2026-11-10T17:29:59')).toBe('outPoint');
  expect(at('2026-11-10T17:30')).toBe('inPoint');
  expect(at('2026-11-10T20:30')).toBe('interPoint');
});

describe('the sums by time-of-use period', () => {
  test('splits quarter-hours at half hours, day by day', () => {
    const start = quartersFrom(local('2026-11-09T00:00'), 3 * 96);
    expect(sumsByTouPeriod(start, ones(start.length), clock)).toEqual([
      { date: '2026-11-09', inPoint: 12, interPoint: 0, outPoint: 84 },
      { date: '2026-11-10', inPoint: 12, interPoint: 8, outPoint: 76 },
      { date: '2026-11-11', inPoint: 12, interPoint: 8, outPoint: 76 },
    ]);
    expect(sumsByTouPeriod(new Float64Array(0), new Float64Array(0), clock)).toEqual([]);
  });

  test.each([
    ['put back', '2026-10-25', 100],
    ['put forward', '2026-03-29', 92],
  ])('follows local time when clocks are %s', (_, date, quarters) => {
    const zone = parseZone('Europe/Lisbon') as Zone;
    const night = { ...LIGHT, peak: { start: 0, end: 180 }, intermediate: [], blackAwarenessFrom: null };
    // A Sunday has no peak: the peak of Monday shows that the local midnight is found after the clock change.
    const day = civilDate(date);
    const start = quartersFrom(startOfDay(day, zone), quarters + 12);
    const touPeriods = touPeriodsOfSpans([{ last: day, windows: night }]);
    const days = sumsByTouPeriod(start, ones(start.length), { zone, touPeriodsOn: touPeriods });
    expect(days.map(({ inPoint, outPoint }) => [inPoint, outPoint])).toEqual([
      [0, quarters],
      [12, 0],
    ]);
    expect(
      touPeriodAtInstant((startOfDay(day, zone) + 2 * QUARTER_MS) as Instant, {
        zone,
        touPeriodsOn: touPeriods,
      }),
    ).toBe('outPoint');
  });
});

test('returns the first of the highest quarter-hours, and null without consumption', () => {
  const start = quartersFrom(local('2026-11-10T17:00'), 5);
  const highest = highestByTouPeriod({ start, consumed: Float64Array.of(4, 7, 9, 9, 2) }, clock);
  expect(highest).toEqual({
    inPoint: { start: local('2026-11-10T17:30'), consumed: 9 },
    interPoint: null,
    outPoint: { start: local('2026-11-10T17:15'), consumed: 7 },
  });
  expect(highestByTouPeriod({ start, consumed: new Float64Array(5) }, clock).inPoint).toBeNull();
});
