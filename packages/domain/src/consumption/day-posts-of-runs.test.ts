import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alwaysOffPeak, simplePostsOn } from '../tariff/posts/posts-by-window.ts';
import { addDays, type CivilDate, civilDate, startOfDay } from '../time/civil-day.ts';
import { QUARTER_MS } from '../time/quarter.ts';
import { HOUR_MS, type Instant, type Zone } from '../time/zone.ts';
import { type DayPostsOptions, dayPostsOf, postsDays } from './day-posts.ts';
import { dayPostsOfRuns, stretchedDays } from './day-posts-of-runs.ts';
import type { QuarterRun } from './quarter-days.ts';
import { seriesWith } from './series.ts';

/** Changes of clocks at midnight and at two, by an hour and by half of one; off by three quarters of an hour; a day left out. */
const PLACES = [
  ['America/Sao_Paulo', '2018-02-17'],
  ['America/Sao_Paulo', '2018-11-04'],
  ['America/Sao_Paulo', '2026-11-18'],
  ['America/New_York', '2026-11-01'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Asia/Kathmandu', '2026-11-20'],
  ['Pacific/Apia', '2011-12-30'],
] as const;

type Measured = number | null;

const runOf = (start: number, measured: readonly Measured[], isWater: boolean): QuarterRun => {
  const column = measured.some((energy) => energy)
    ? Float64Array.from(measured, (energy) => energy ?? 0)
    : null;
  return {
    start: start as Instant,
    length: measured.length,
    present: measured.includes(null)
      ? measured.map((energy) => (energy === null ? '0' : '1')).join('')
      : null,
    consumed: isWater ? null : column,
    injected: null,
    inductive: null,
    capacitive: null,
    volume: isWater ? column : null,
  };
};

const optionsOf = (zone: Zone, first: CivilDate, last: CivilDate): DayPostsOptions => ({
  zone,
  first,
  last,
  now: startOfDay(addDays(last, 3), zone),
  kind: 'electric',
  postsOn: simplePostsOn,
  since: null,
  removed: null,
});

const daysOf = (runs: readonly QuarterRun[], options: DayPostsOptions) =>
  dayPostsOfRuns(runs, options, stretchedDays(postsDays(options)));

test('runs come to what a series of the same quarter-hours does, in every zone and at every change of clocks', () => {
  const measured = fc.array(fc.option(fc.integer({ min: 0, max: 10 ** 9 })), { maxLength: 4 * 96 });
  const scene = fc.record({
    place: fc.constantFrom(...PLACES),
    measured,
    /** Where the second run begins. */
    cut: fc.nat(4 * 96),
    nowHours: fc.integer({ min: 0, max: 110 }),
    sinceHours: fc.option(fc.integer({ min: -5, max: 60 })),
    isWater: fc.boolean(),
  });
  fc.assert(
    fc.property(scene, ({ place: [name, day], measured, cut, nowHours, sinceHours, isWater }) => {
      const zone = name as Zone;
      const [first, last] = [civilDate(day), addDays(civilDate(day), 1)];
      const start = Math.floor(startOfDay(addDays(first, -1), zone) / QUARTER_MS) * QUARTER_MS;
      const since = sinceHours === null ? null : ((start + sinceHours * HOUR_MS) as Instant);
      const options: DayPostsOptions = {
        ...optionsOf(zone, first, last),
        now: (start + nowHours * HOUR_MS) as Instant,
        since,
        kind: isWater ? 'water' : 'electric',
        postsOn: isWater ? alwaysOffPeak : simplePostsOn,
      };
      const known = measured
        .map((energy, place) => ({ at: start + place * QUARTER_MS, energy }))
        .filter(({ at, energy }) => energy !== null && (since === null || at >= since));
      const column = Float64Array.from(known, ({ energy }) => energy ?? 0);
      const series = seriesWith({
        stepMinutes: 15,
        start: Float64Array.from(known, ({ at }) => at),
        quarters: column.map(() => 1),
        consumedA: column,
        volume: column,
      });
      const runs = [
        runOf(start, measured.slice(0, cut), isWater),
        runOf(start + cut * QUARTER_MS, measured.slice(cut), isWater),
      ];
      expect(daysOf(runs, options)).toEqual(dayPostsOf(series, options));
    }),
  );
});

test('a working day in Recife: three hours of peak, and the rest', () => {
  const friday = civilDate('2026-11-20');
  const zone = 'America/Recife' as Zone;
  const run = runOf(
    startOfDay(addDays(friday, -1), zone),
    Array.from({ length: 3 * 96 }, () => 10),
    false,
  );
  const thursday = addDays(friday, -1);
  expect(daysOf([run], optionsOf(zone, thursday, thursday))).toEqual([
    {
      date: thursday,
      total: 960,
      inPoint: 120,
      interPoint: 0,
      outPoint: 840,
      presentQuarters: 96,
      expectedQuarters: 96,
    },
  ]);
  expect(daysOf([], optionsOf(zone, thursday, friday)).map(({ total }) => total)).toEqual([0, 0]);
  expect(daysOf([run], optionsOf(zone, friday, thursday))).toEqual([]);
});

test('of a day that a zone left out is nothing', () => {
  const left = civilDate('2011-12-30');
  const run = runOf(
    Date.parse('2011-12-29T00:00Z'),
    Array.from({ length: 3 * 96 }, () => 10),
    false,
  );
  expect(daysOf([run], optionsOf('Pacific/Apia' as Zone, left, left))).toMatchObject([
    { date: left, total: 0, presentQuarters: 0, expectedQuarters: 0 },
  ]);
});
