import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, type CivilDate, civilDate, endOfDay, startOfDay } from '../../base/time/civil-day.ts';
import { QUARTER_MS } from '../../base/time/quarter.ts';
import { DEFAULT_ZONE, HOUR_MS, type Instant, type Zone } from '../../base/time/zone.ts';
import type { Millilitres } from '../../base/units/volume.ts';
import {
  alwaysOffPeak,
  SIMPLE_WINDOWS,
  simpleTouPeriodsOn,
  type TouPeriodsOn,
  touPeriodsOfWindows,
} from '../../sites/tou-windows/tou-periods-by-window.ts';
import { emptyQuarter, type Quarter } from '../../telemetry/intervals/quarters.ts';
import {
  type StepMinutes,
  seriesWith,
  stepMinutesFor,
  type TouTotals,
} from '../../telemetry/intervals/totals.ts';
import { consolidateDays } from './consolidate.ts';
import { type DayPeriodsOptions, dayTotalsByPeriod, stepOfTouPeriods } from './day-tou-periods.ts';
import { seriesOfQuarters } from './testing/series-of-quarters.ts';

const FRIDAY = civilDate('2026-11-20');
const clock = (hours: number) => (startOfDay(FRIDAY, DEFAULT_ZONE) + hours * HOUR_MS) as Instant;

const OPTIONS: DayPeriodsOptions = {
  zone: DEFAULT_ZONE,
  first: FRIDAY,
  last: FRIDAY,
  now: clock(48),
  kind: 'electric',
  touPeriodsOn: simpleTouPeriodsOn,
  since: null,
  removed: null,
};

const LIGHT = touPeriodsOfWindows({
  peak: { start: 1050, end: 1230 },
  intermediate: [{ start: 75, end: 135 }],
  blackAwarenessFrom: null,
});

const steady = (from: number, to: number): Quarter[] =>
  Array.from({ length: (to - from) * 4 }, (_, index) => ({
    ...emptyQuarter((clock(from) + index * QUARTER_MS) as Instant),
    consumedA: 10,
    volume: 3 as Millilitres,
  }));

const dayOf = (quarters: readonly Quarter[], changed: Partial<DayPeriodsOptions> = {}) =>
  dayTotalsByPeriod(seriesOfQuarters(quarters, 60), { ...OPTIONS, ...changed })[0];

const PLACES = [
  ['America/Sao_Paulo', '2018-02-17'],
  ['America/Sao_Paulo', '2018-11-04'],
  ['America/Sao_Paulo', '2026-11-18'],
  ['America/New_York', '2026-11-01'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Asia/Kathmandu', '2026-11-20'],
] as const;

test('sums days equal to their hours in every zone and at every clock change', () => {
  const quarter = fc.tuple(fc.integer({ min: 0, max: 95 * 5 }), fc.integer({ min: 0, max: 10 ** 9 }));
  const scene = fc.record({
    place: fc.constantFrom(...PLACES),
    given: fc.uniqueArray(quarter, { selector: ([index]) => index, maxLength: 80 }),
    nowHours: fc.integer({ min: 0, max: 150 }),
    touPeriods: fc.constantFrom(
      { touPeriodsOn: simpleTouPeriodsOn, isOfHalves: false },
      { touPeriodsOn: LIGHT, isOfHalves: true },
    ),
  });
  fc.assert(
    fc.property(scene, ({ place: [zoneName, day], given, nowHours, touPeriods }) => {
      const zone = zoneName as Zone;
      const [first, last] = [addDays(civilDate(day), -1), addDays(civilDate(day), 2)];
      const start = startOfDay(addDays(first, -1), zone);
      const now = (start + nowHours * HOUR_MS) as Instant;
      const quarters = given
        .sort(([a], [b]) => a - b)
        .map(([index, consumedB]) => ({
          ...emptyQuarter((start + index * QUARTER_MS) as Instant),
          consumedB,
        }));
      const { touPeriodsOn, isOfHalves } = touPeriods;
      const step = isOfHalves ? 15 : stepMinutesFor(zone, start, endOfDay(last, zone));
      const series = seriesOfQuarters(quarters, step);
      const options = { ...OPTIONS, zone, first, last, now, touPeriodsOn };
      const full = consolidateDays(series, options);
      const pick = (one: { date: CivilDate; total: number } & TouTotals) => [
        one.date,
        one.total,
        one.inPoint,
        one.interPoint,
        one.outPoint,
      ];
      expect(dayTotalsByPeriod(series, options).map(pick)).toEqual(full.map(pick));
      const expected = (days: readonly { expectedQuarters: number }[]) =>
        days.map(({ expectedQuarters }) => expectedQuarters);
      expect(expected(dayTotalsByPeriod(series, options))).toEqual(expected(full));
    }),
  );
});

test('returns nothing for an empty range of days', () => {
  expect(
    dayTotalsByPeriod(seriesOfQuarters(steady(0, 1), 60), { ...OPTIONS, first: addDays(FRIDAY, 1) }),
  ).toEqual([]);
});

describe('a day by time-of-use period', () => {
  test('splits a complete day into time-of-use periods', () => {
    const thursday = { first: addDays(FRIDAY, -1), last: addDays(FRIDAY, -1) };
    expect(dayOf(steady(-24, 0), thursday)).toEqual({
      date: thursday.first,
      total: 960,
      inPoint: 120,
      interPoint: 0,
      outPoint: 840,
      presentQuarters: 96,
      estimatedQuarters: 0,
      expectedQuarters: 96,
    });
  });

  test('counts the volume of a water day in one time-of-use period', () => {
    expect(dayOf(steady(0, 24), { kind: 'water', touPeriodsOn: alwaysOffPeak })).toMatchObject({
      total: 288,
      inPoint: 0,
      outPoint: 288,
    });
  });

  test('expects no quarter-hour before the installation, after the removal, or in the future', () => {
    expect(dayOf([], { since: clock(6) })).toMatchObject({ expectedQuarters: 72, presentQuarters: 0 });
    expect(dayOf([], { removed: clock(6) })).toMatchObject({ expectedQuarters: 24 });
    expect(dayOf([], { now: clock(1.5) })).toMatchObject({ expectedQuarters: 6 });
    expect(dayOf([], { now: clock(-5) })).toMatchObject({ expectedQuarters: 0 });
  });

  test('counts the running quarter-hour as present but not as expected', () => {
    const now = (clock(2) + 1) as Instant;
    expect(dayOf(steady(0, 3), { now })).toMatchObject({ presentQuarters: 8, expectedQuarters: 8 });
  });

  test('splits a day by quarter-hours when a time-of-use period begins within an hour', () => {
    const touPeriodsOn = touPeriodsOfWindows({ ...SIMPLE_WINDOWS, peak: { start: 1050, end: 1230 } });
    const thursday = { first: addDays(FRIDAY, -1), last: addDays(FRIDAY, -1), touPeriodsOn };
    const energy = (index: number) => (index === 69 ? 1 : index === 70 ? 100 : 0);
    const quarters = steady(-24, 0).map((one, index) => ({ ...one, consumedA: energy(index) }));
    const [day] = dayTotalsByPeriod(seriesOfQuarters(quarters, 15), { ...OPTIONS, ...thursday });
    expect(day).toMatchObject({ outPoint: 1, inPoint: 100 });
  });
});

test('returns the same totals for joined phases as for separate phases', () => {
  const byPhase = seriesOfQuarters(steady(0, 24), 60);
  const { start, quarters, consumedA } = byPhase;
  const together = seriesWith({ stepMinutes: 60, start, quarters, consumedA });
  expect(dayTotalsByPeriod(together, OPTIONS)).toEqual(dayTotalsByPeriod(byPhase, OPTIONS));
});

describe('the slots of days by time-of-use period', () => {
  const halfPast = touPeriodsOfWindows({
    intermediate: [],
    blackAwarenessFrom: null,
    peak: { start: 1050, end: 1260 },
  });
  const THURSDAY = addDays(FRIDAY, -1);
  const stepOf = (touPeriodsOn: TouPeriodsOn) =>
    stepOfTouPeriods({ first: THURSDAY, last: FRIDAY, touPeriodsOn });

  test('returns the longest slot that the time-of-use periods allow', () => {
    expect(stepOf(alwaysOffPeak)).toBe(60);
    expect(stepOf(simpleTouPeriodsOn)).toBe(60);
    expect(stepOf(halfPast)).toBe(30);
    expect(stepOf(LIGHT)).toBe(15);
  });

  test('uses hourly slots for a holiday, on which no time-of-use period begins', () => {
    const holiday = civilDate('2026-12-25');
    expect(stepOfTouPeriods({ first: holiday, last: holiday, touPeriodsOn: halfPast })).toBe(60);
  });

  test.each(
    [alwaysOffPeak, simpleTouPeriodsOn, halfPast, LIGHT].flatMap((touPeriodsOn) => [
      [DEFAULT_ZONE, '2026-11-18', touPeriodsOn] as const,
      ['America/New_York' as Zone, '2026-11-01', touPeriodsOn] as const,
      ['Australia/Lord_Howe' as Zone, '2026-10-04', touPeriodsOn] as const,
    ]),
  )(
    'returns the same days from the minimum slots as from all quarter-hours (%s, %s)',
    (zone, day, touPeriodsOn) => {
      const [first, last] = [addDays(civilDate(day), -1), addDays(civilDate(day), 1)];
      const [start, end] = [startOfDay(first, zone), endOfDay(last, zone)];
      const options = { ...OPTIONS, zone, first, last, now: end, touPeriodsOn };
      const quarters = Array.from({ length: (end - start) / QUARTER_MS }, (_, index) => ({
        ...emptyQuarter((start + index * QUARTER_MS) as Instant),
        consumedA: index,
      }));
      const step = Math.min(stepOfTouPeriods(options), stepMinutesFor(zone, start, end)) as StepMinutes;
      expect(dayTotalsByPeriod(seriesOfQuarters(quarters, step), options)).toEqual(
        dayTotalsByPeriod(seriesOfQuarters(quarters, 15), options),
      );
    },
  );
});
