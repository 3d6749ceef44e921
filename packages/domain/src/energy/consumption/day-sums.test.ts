import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CivilDate, civilDate, civilDateAt } from '../../base/time/civil-day.ts';
import { QUARTER_MS } from '../../base/time/quarter.ts';
import { instant, type Zone } from '../../base/time/zone.ts';
import { addStays } from '../../telemetry/intervals/totals.ts';
import { type CivilDays, civilDays, createCutSpans, createDaySums, cutOf, pastDaysOf } from './day-sums.ts';

const RECIFE = 'America/Recife' as Zone;
const LONDON = 'Europe/London' as Zone;
const at = (iso: string): number => Date.parse(iso) / QUARTER_MS;
const utcDay = (date: string): number => at(`${date}T00:00:00Z`) / 96;

/** Adds every quarter-hour of UTC days separately, each with its own amount. */
const byQuarters = (days: CivilDays, first: number, count: number) => {
  const sums = createDaySums(days);
  for (let quarter = first * 96; quarter < (first + count) * 96; quarter++)
    sums.addQuarter(quarter, quarter % 997, 1);
  return sums;
};

/** Adds the same amounts by complete days, each cut at the local midnight where one cut is enough. */
const byCuts = (days: CivilDays, first: number, count: number) => {
  const sums = createDaySums(days);
  for (let day = first; day < first + count; day++) {
    const numbers = Array.from({ length: 96 }, (_, index) => (day * 96 + index) % 997);
    const cut = cutOf(days, day);
    const sumOf = (some: readonly number[]): number => some.reduce((a, b) => a + b, 0);
    if (cut !== null) sums.addCut(day, sumOf(numbers), sumOf(cut === 0 ? numbers : numbers.slice(0, cut)));
    else for (const [index, number] of numbers.entries()) sums.addQuarter(day * 96 + index, number, 1);
  }
  return sums;
};

describe('a UTC day', () => {
  const days = civilDays(civilDate('2026-10-01'), civilDate('2026-10-03'), RECIFE);
  test.each([
    ['2026-09-30', 0],
    ['2026-10-01', 12],
    ['2026-10-02', 12],
    ['2026-10-03', 12],
    // The end of the last day.
    ['2026-10-04', 12],
    ['2026-10-05', 0],
  ])('is cut at the start of a civil day: %s at quarter-hour %i', (date, cut) => {
    expect(cutOf(days, utcDay(date))).toBe(cut);
  });

  test('is not cut when the zone equals UTC', () => {
    const alike = civilDays(civilDate('2026-01-01'), civilDate('2026-01-03'), 'UTC' as Zone);
    expect([1, 2, 3].map((day) => cutOf(alike, utcDay(`2026-01-0${day}`)))).toEqual([0, 0, 0]);
  });

  test('is cut at its end when clocks go forward', () => {
    const spring = civilDays(civilDate('2026-03-28'), civilDate('2026-03-31'), LONDON);
    expect(cutOf(spring, utcDay('2026-03-28'))).toBe(0);
    expect(cutOf(spring, utcDay('2026-03-29'))).toBe(92);
    expect(cutOf(spring, utcDay('2026-03-30'))).toBe(92);
  });

  test('returns null for a UTC day with more than one cut', () => {
    // Samoa left out 30 December 2011: the days before and after it begin within one day of UTC.
    const apia = civilDays(civilDate('2011-12-28'), civilDate('2011-12-31'), 'Pacific/Apia' as Zone);
    expect(cutOf(apia, utcDay('2011-12-30'))).toBeNull();
  });
});

describe('the cuts of an interval', () => {
  const within = (from: string, to: string) => ({
    from: instant(Date.parse(from)),
    to: instant(Date.parse(to)),
    name: 'a meter',
  });
  const cutsOf = (days: CivilDays, from: string, to: string) =>
    createCutSpans(days)(within(from, to)).map(({ from, to, cut, name }) => [
      new Date(from).toISOString().slice(0, 16),
      new Date(to).toISOString().slice(0, 16),
      cut,
      name,
    ]);

  test('cuts an interval at one quarter-hour per day until clocks change', () => {
    const days = civilDays(civilDate('2026-03-27'), civilDate('2026-03-31'), LONDON);
    expect(cutsOf(days, '2026-03-27T00:00Z', '2026-03-30T12:00Z')).toEqual([
      ['2026-03-27T00:00', '2026-03-29T00:00', 0, 'a meter'],
      ['2026-03-29T00:00', '2026-03-30T12:00', 92, 'a meter'],
    ]);
  });

  test('returns no parts for an interval before the days', () => {
    const days = civilDays(civilDate('2026-03-27'), civilDate('2026-03-31'), LONDON);
    expect(cutsOf(days, '2026-03-20T00:00Z', '2026-03-21T00:00Z')).toEqual([]);
  });

  test('starts a new part at a day without a single cut', () => {
    const days = civilDays(civilDate('2011-12-28'), civilDate('2012-01-01'), 'Pacific/Apia' as Zone);
    expect(cutsOf(days, '2011-12-29T10:00Z', '2012-01-01T00:00Z')).toEqual([
      ['2011-12-29T10:00', '2011-12-30T00:00', 40, 'a meter'],
      ['2011-12-30T00:00', '2011-12-31T00:00', 0, 'a meter'],
      ['2011-12-31T00:00', '2012-01-01T00:00', 40, 'a meter'],
    ]);
  });
});

describe('sums of civil days', () => {
  test.each([
    RECIFE,
    LONDON,
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'America/Santiago',
    'Pacific/Apia',
    'UTC',
  ])('returns for %s the same sums from cut days as from quarter-hours', (zone) => {
    fc.assert(
      fc.property(
        fc.integer({ min: utcDay('2011-12-01'), max: utcDay('2027-01-01') }),
        fc.nat(40),
        (day, count) => {
          const dateOf = (utc: number): CivilDate =>
            civilDateAt(instant(utc * 96 * QUARTER_MS), zone as Zone);
          const days = civilDays(dateOf(day), dateOf(day + count), zone as Zone);
          const [quarters, cuts] = [byQuarters(days, day - 2, count + 4), byCuts(days, day - 2, count + 4)];
          expect(cuts.totals).toEqual(quarters.totals);
          expect(cuts.quarters).toEqual(quarters.quarters);
        },
      ),
      { numRuns: 40 },
    );
  });

  test('returns no days when the last day is before the first', () => {
    const none = civilDays(civilDate('2026-10-02'), civilDate('2026-10-01'), RECIFE);
    const sums = byCuts(none, utcDay('2026-10-01'), 2);
    expect(pastDaysOf(none, sums, { now: instant(0), since: null })).toEqual([]);
  });
});

describe('past days for a forecast', () => {
  const days = civilDays(civilDate('2026-10-01'), civilDate('2026-10-02'), RECIFE);
  const sums = byQuarters(days, utcDay('2026-10-01'), 1);
  const completeness = (options: Parameters<typeof pastDaysOf>[2]) =>
    pastDaysOf(days, sums, options).map((day) => [day.date, day.completeness, day.expectedQuarters]);

  test('has the completeness of its quarter-hours', () => {
    expect(completeness({ now: instant(Date.parse('2026-11-01T00:00:00Z')), since: null })).toEqual([
      ['2026-10-01', 84 / 96, 96],
      ['2026-10-02', 0, 96],
    ]);
    expect(pastDaysOf(days, sums, { now: instant(0), since: null })[0]?.total).toBe(sums.totals[0]);
  });

  test('expects no quarter-hour before the installation or in the future', () => {
    const since = instant(Date.parse('2026-10-01T12:00:00Z'));
    const now = instant(Date.parse('2026-10-02T09:00:00Z'));
    expect(completeness({ now, since })).toEqual([
      ['2026-10-01', 1, 60],
      ['2026-10-02', 0, 24],
    ]);
  });

  test('expects the quarter-hours of each of several meters', () => {
    const from = instant(Date.parse('2026-09-01T03:00:00Z'));
    const now = instant(Date.parse('2026-11-01T00:00:00Z'));
    const stays = addStays([
      { from, to: now },
      { from: instant(Date.parse('2026-10-02T03:00:00Z')), to: now },
    ]);
    expect(completeness({ now, since: null, stays })).toEqual([
      ['2026-10-01', 84 / 96, 96],
      ['2026-10-02', 0, 192],
    ]);
  });
});
