import { describe, expect, test } from 'vitest';
import { type CivilDate, civilDate, startOfDay } from '../../base/time/civil-day.ts';
import { DEFAULT_ZONE, type Instant, instant, type Zone } from '../../base/time/zone.ts';
import {
  alwaysOffPeak,
  simpleTouPeriodsOn,
  touPeriodsOfWindows,
} from '../../sites/tou-windows/tou-periods-by-window.ts';
import { emptyQuarter, type Quarter } from '../../telemetry/intervals/quarters.ts';
import { demandOf, emptySeries, seriesWith } from '../../telemetry/intervals/totals.ts';
import { type ConsolidationOptions, consolidateDays, highestDay, sumDays } from './consolidate.ts';
import { seriesOfQuarters } from './testing/series-of-quarters.ts';

const WEDNESDAY = civilDate('2026-11-18');
const THURSDAY = civilDate('2026-11-19');
const HOUR_MS = 3_600_000;
const QUARTER_MS = 900_000;

const clock = (date: CivilDate, hours: number) =>
  (startOfDay(date, DEFAULT_ZONE) + hours * HOUR_MS) as Instant;
const quarter = (start: number, consumedA: number) => ({ ...emptyQuarter(start as Instant), consumedA });

/** Quarter-hours with the same energy each, from one instant to another. */
function steady(from: Instant, to: Instant, consumedA = 10): Quarter[] {
  return Array.from({ length: (to - from) / QUARTER_MS }, (_, index) =>
    quarter(from + index * QUARTER_MS, consumedA),
  );
}

const OPTIONS: ConsolidationOptions = {
  zone: DEFAULT_ZONE,
  first: WEDNESDAY,
  last: WEDNESDAY,
  now: clock(THURSDAY, 12),
  kind: 'electric',
  touPeriodsOn: simpleTouPeriodsOn,
  since: null,
};

function consolidate(quarters: readonly Quarter[], changed: Partial<ConsolidationOptions> = {}) {
  return consolidateDays(seriesOfQuarters(quarters, 60), { ...OPTIONS, ...changed });
}

describe('a completed day', () => {
  test('has 24 rows, each with its time-of-use period, and their sums', () => {
    const [day] = consolidate(steady(clock(WEDNESDAY, 0), clock(THURSDAY, 0)));
    expect(day?.hours.map(({ hour }) => hour)).toEqual(Array.from({ length: 24 }, (_, hour) => hour));
    expect(day?.hours.filter(({ touPeriod }) => touPeriod === 'inPoint').map(({ hour }) => hour)).toEqual([
      18, 19, 20,
    ]);
    expect(day).toMatchObject({ total: 960, inPoint: 120, interPoint: 0, outPoint: 840 });
    expect(day).toMatchObject({ presentQuarters: 96, expectedQuarters: 96, completeness: 1 });
  });

  test('returns the completeness of a day and of its hours', () => {
    const [day] = consolidate(steady(clock(WEDNESDAY, 0), clock(WEDNESDAY, 18)));
    expect(day).toMatchObject({ presentQuarters: 72, expectedQuarters: 96, completeness: 0.75 });
    expect(day?.hours[17]?.completeness).toBe(1);
    expect(day?.hours[18]).toMatchObject({ completeness: 0, total: 0, peakQuarter: null });
  });

  test('expects no quarter-hour before the installation', () => {
    const since = (clock(WEDNESDAY, 12) + 1) as Instant;
    const [day] = consolidate(steady(clock(WEDNESDAY, 12), clock(THURSDAY, 0)), { since });
    expect(day).toMatchObject({ expectedQuarters: 47, presentQuarters: 47, completeness: 1, total: 480 });
    expect(day?.hours[3]).toMatchObject({ expectedQuarters: 0, completeness: 0 });
  });

  test('omits quarter-hours before and after the requested days', () => {
    const days = consolidate(steady(clock(WEDNESDAY, -5), clock(THURSDAY, 5)));
    expect(days.map(({ date, total }) => [date, total])).toEqual([[WEDNESDAY, 960]]);
  });

  test('accepts slots without a quarter-hour', () => {
    const series = emptySeries(1, 60);
    series.start[0] = clock(WEDNESDAY, 5);
    const [day] = consolidateDays(series, OPTIONS);
    expect(day).toMatchObject({ presentQuarters: 0, completeness: 0, peakQuarter: null });
  });

  test('returns the same day from columns that share their zeros as from separate columns', () => {
    const quarters = steady(clock(WEDNESDAY, 0), clock(THURSDAY, 0));
    const {
      start,
      quarters: measured,
      consumedA,
      peakQuarter,
      peakQuarterStart,
    } = seriesOfQuarters(quarters, 60);
    const hours = {
      stepMinutes: 60,
      start,
      quarters: measured,
      consumedA,
      peakQuarter,
      peakQuarterStart,
    } as const;
    expect(consolidateDays(seriesWith(hours), OPTIONS)).toEqual(consolidate(quarters));
  });

  test('returns the first of the highest quarter-hours as demand', () => {
    const at = clock(WEDNESDAY, 7) + QUARTER_MS;
    const quarters = [
      quarter(clock(WEDNESDAY, 3), 900),
      quarter(at, 1_000_000),
      quarter(at + QUARTER_MS, 1_000_000),
    ];
    const [day] = consolidate(quarters);
    expect(day?.peakQuarter).toEqual({ energy: 1_000_000, start: at });
    expect(day?.peakQuarter && demandOf(day.peakQuarter)).toBe(4000);
  });
});

describe('the running day', () => {
  const now = (clock(WEDNESDAY, 10) + 40 * 60_000) as Instant;

  test('has rows up to the current hour and expects only completed quarter-hours', () => {
    const [day] = consolidate(steady(clock(WEDNESDAY, 0), clock(WEDNESDAY, 10.75)), { now });
    expect(day?.hours).toHaveLength(11);
    expect(day).toMatchObject({ expectedQuarters: 42, presentQuarters: 42, total: 430 });
  });

  test('has one row in the first minute of the day', () => {
    const [day] = consolidate([], { now: clock(WEDNESDAY, 0) });
    expect(day?.hours).toHaveLength(1);
    expect(day).toMatchObject({ expectedQuarters: 0, completeness: 0, total: 0 });
  });

  test('omits slots of a clock that is ahead until their time comes', () => {
    const late = steady(clock(WEDNESDAY, 10), clock(WEDNESDAY, 12));
    expect(consolidate(late, { now: (clock(WEDNESDAY, 11) - 1) as Instant })[0]?.total).toBe(40);
    expect(consolidate(late, { now: clock(WEDNESDAY, 11) })[0]?.total).toBe(80);
  });

  test('returns no rows for a future day', () => {
    const days = consolidate([], { now, last: THURSDAY });
    expect(days[1]).toMatchObject({
      date: THURSDAY,
      hours: [],
      total: 0,
      expectedQuarters: 0,
      completeness: 0,
    });
  });
});

describe('days with clock changes', () => {
  const throughDay = (zone: Zone, date: CivilDate, next: CivilDate) => {
    const quarters = steady(startOfDay(date, zone), startOfDay(next, zone));
    return consolidate(quarters, { zone, first: date, last: date })[0];
  };

  test('returns an empty first hour for a day without midnight', () => {
    const day = throughDay(DEFAULT_ZONE, civilDate('2018-11-04'), civilDate('2018-11-05'));
    expect(day).toMatchObject({ total: 920, expectedQuarters: 92, presentQuarters: 92, completeness: 1 });
    expect(day?.hours.map(({ total }) => total)).toEqual([0, ...Array.from({ length: 23 }, () => 40)]);
  });

  test('adds a repeated hour in one row', () => {
    const day = throughDay(DEFAULT_ZONE, civilDate('2018-02-17'), civilDate('2018-02-18'));
    expect(day).toMatchObject({ total: 1000, expectedQuarters: 100, completeness: 1 });
    expect(day?.hours).toHaveLength(24);
    expect(day?.hours[23]).toMatchObject({ hour: 23, total: 80, expectedQuarters: 8 });
  });

  test('returns an empty row for a skipped hour', () => {
    const day = throughDay('America/New_York' as Zone, civilDate('2026-03-08'), civilDate('2026-03-09'));
    expect(day?.hours).toHaveLength(24);
    expect(day?.hours[2]).toMatchObject({ hour: 2, total: 0, expectedQuarters: 0, completeness: 0 });
  });
});

test('omits a highest quarter-hour that was not read', () => {
  const start = Float64Array.of(clock(WEDNESDAY, 8), clock(WEDNESDAY, 9));
  const series = seriesWith({
    stepMinutes: 60,
    start,
    quarters: Float64Array.of(4, 4),
    consumedA: Float64Array.of(40, 20),
    peakQuarter: Float64Array.of(0, 5),
    peakQuarterStart: Float64Array.of(0, clock(WEDNESDAY, 9)),
  });
  const [day] = consolidateDays(series, OPTIONS);
  expect(day?.hours[8]).toMatchObject({ total: 40, peakQuarter: null });
  expect(day?.peakQuarter).toEqual({ energy: 5, start: clock(WEDNESDAY, 9) });
});

describe('a time-of-use period that begins within an hour', () => {
  const touPeriodsOn = touPeriodsOfWindows({
    peak: { start: 1050, end: 1230 },
    intermediate: [{ start: 1230, end: 1245 }],
    blackAwarenessFrom: null,
  });
  test('assigns each part of an hour to its time-of-use period, and names the hour after the largest', () => {
    const series = seriesOfQuarters(steady(clock(WEDNESDAY, 0), clock(THURSDAY, 0)), 15);
    const [day] = consolidateDays(series, { ...OPTIONS, touPeriodsOn });
    expect(day).toMatchObject({ total: 960, inPoint: 120, interPoint: 10, outPoint: 830 });
    const hours = day?.hours
      .slice(16, 22)
      .map(({ touPeriod, ...of }) => [touPeriod, of.inPoint, of.interPoint, of.outPoint]);
    expect(hours).toEqual([
      ['outPoint', 0, 0, 40],
      ['outPoint', 20, 0, 20],
      ['inPoint', 40, 0, 0],
      ['inPoint', 40, 0, 0],
      ['inPoint', 20, 10, 10],
      ['outPoint', 0, 0, 40],
    ]);
  });

  test('assigns injected energy to its time-of-use period, also in a repeated hour', () => {
    const injectedAt = (hours: number, injectedB: number) => ({
      ...emptyQuarter(clock(WEDNESDAY, hours)),
      injectedB,
      frames: 1,
    });
    const quarters = [
      injectedAt(16, 1),
      injectedAt(17.25, 10),
      injectedAt(17.5, 100),
      injectedAt(20.5, 1000),
    ];
    const [day] = consolidateDays(seriesOfQuarters(quarters, 15), { ...OPTIONS, touPeriodsOn });
    expect(day?.hours.map(({ injectedByTouPeriod }) => injectedByTouPeriod).slice(16, 21)).toEqual([
      undefined,
      { inPoint: 100, interPoint: 0, outPoint: 10 },
      undefined,
      undefined,
      { inPoint: 0, interPoint: 1000, outPoint: 0 },
    ]);

    // On 3 November 2024 New York has 1 o'clock twice: the first ends at 6 h UTC.
    const night = touPeriodsOfWindows({
      peak: { start: 90, end: 120 },
      intermediate: [],
      blackAwarenessFrom: null,
    });
    const [sunday, monday] = [civilDate('2024-11-03'), civilDate('2024-11-04')];
    const twice = [5, 5.5, 6.5].map((hour, index) => ({
      ...emptyQuarter(instant(Date.UTC(2024, 10, 3) + hour * 3_600_000)),
      injectedA: 10 ** index,
      frames: 1,
    }));
    const [long] = consolidateDays(seriesOfQuarters(twice, 15), {
      ...OPTIONS,
      first: sunday,
      last: sunday,
      zone: 'America/New_York' as Zone,
      now: instant(Date.UTC(2024, 10, 5)),
      // A Sunday has no peak, so the test uses the periods of the Monday.
      touPeriodsOn: () => night(monday),
    });
    expect(long?.hours[1]?.injectedByTouPeriod).toEqual({ inPoint: 110, interPoint: 0, outPoint: 1 });
  });
});

test('counts the volume of a water meter, without time-of-use periods or demand', () => {
  const water = [{ ...emptyQuarter(clock(WEDNESDAY, 18)), volume: 1500, frames: 3 }];
  const [day] = consolidate(water, { kind: 'water', touPeriodsOn: alwaysOffPeak });
  expect(day).toMatchObject({ total: 1500, volume: 1500, outPoint: 1500, inPoint: 0, peakQuarter: null });
  expect(day?.consumed).toEqual({ a: 0, b: 0, c: 0 });
});

describe('the sum of several days', () => {
  const days = consolidate(
    [
      ...steady(clock(WEDNESDAY, 0), clock(WEDNESDAY, 1)),
      ...steady(clock(THURSDAY, 18), clock(THURSDAY, 19), 30),
    ],
    { last: THURSDAY, now: clock(THURSDAY, 24) },
  );

  test('adds up totals, time-of-use periods and completeness', () => {
    expect(sumDays(days)).toMatchObject({ total: 160, inPoint: 120, outPoint: 40, interPoint: 0 });
    expect(sumDays(days)).toMatchObject({ presentQuarters: 8, expectedQuarters: 192, completeness: 8 / 192 });
    expect(sumDays([])).toMatchObject({ total: 0, completeness: 0, peakQuarter: null });
  });

  test('returns the highest day, or null when nothing was consumed', () => {
    expect(highestDay(days)?.date).toBe(THURSDAY);
    expect(highestDay(consolidate([]))).toBeNull();
  });
});
