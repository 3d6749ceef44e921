import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { billingCycleAt } from '../../base/time/billing-cycle.ts';
import {
  type CivilDate,
  civilDate,
  civilDateAt,
  civilHourAt,
  endOfDay,
  startOfDay,
} from '../../base/time/civil-day.ts';
import { firstDayOf, lastDayOf, monthOf } from '../../base/time/civil-month.ts';
import { QUARTER_MS } from '../../base/time/quarter.ts';
import type { Instant, Zone } from '../../base/time/zone.ts';
import { simpleTouPeriodsOn } from '../../sites/tou-windows/tou-periods-by-window.ts';
import { emptyQuarter, type Quarter } from '../../telemetry/intervals/quarters.ts';
import { phaseSum, stepMinutesFor, sumBy, type Totals } from '../../telemetry/intervals/totals.ts';
import { consolidateDays, sumDays } from './consolidate.ts';
import { seriesOfQuarters } from './testing/series-of-quarters.ts';

/** Months around a change of clocks, and zones without one. */
const PLACES = [
  ['America/Sao_Paulo', '2018-02-17'],
  ['America/Sao_Paulo', '2018-11-04'],
  ['America/Sao_Paulo', '2026-11-20'],
  ['America/New_York', '2026-03-08'],
  ['America/New_York', '2026-11-01'],
  ['Australia/Lord_Howe', '2026-04-05'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Asia/Kolkata', '2026-11-20'],
  ['Asia/Kathmandu', '2026-11-20'],
  ['UTC', '2026-02-28'],
] as const;

const amount = fc.integer({ min: 0, max: 10 ** 9 });
const phases = fc.record({
  consumedA: amount,
  consumedB: amount,
  consumedC: amount,
  injectedB: amount,
  inductiveC: amount,
});

interface Scene {
  readonly zone: Zone;
  readonly first: CivilDate;
  readonly last: CivilDate;
  readonly quarters: readonly Quarter[];
}

/** Some of the quarter-hours of a month, in a zone with or without clock changes. */
const scene: fc.Arbitrary<Scene> = fc.constantFrom(...PLACES).chain(([zoneName, dayText]) => {
  const zone = zoneName as Zone;
  const month = monthOf(civilDate(dayText));
  const [first, last] = [firstDayOf(month), lastDayOf(month)];
  const start = startOfDay(first, zone) / QUARTER_MS;
  const end = endOfDay(last, zone) / QUARTER_MS - 1;
  const near = startOfDay(civilDate(dayText), zone) / QUARTER_MS;
  const number = fc.oneof(
    fc.integer({ min: start, max: end }),
    fc.integer({ min: near, max: Math.min(near + 99, end) }),
  );
  return fc
    .uniqueArray(fc.tuple(number, phases), { selector: ([index]) => index, minLength: 1, maxLength: 60 })
    .map((list) => ({
      zone,
      first,
      last,
      quarters: list
        .sort(([a], [b]) => a - b)
        .map(([index, sums]) => ({ ...emptyQuarter((index * QUARTER_MS) as Instant), ...sums })),
    }));
});

function consolidate({ zone, first, last, quarters }: Scene, from = first, to = last) {
  const step = stepMinutesFor(zone, startOfDay(first, zone), endOfDay(last, zone));
  const now = endOfDay(last, zone);
  const options = {
    zone,
    first: from,
    last: to,
    now,
    kind: 'electric',
    touPeriodsOn: simpleTouPeriodsOn,
    since: null,
  } as const;
  return consolidateDays(seriesOfQuarters(quarters, step), options);
}

const consumedOf = (quarter: Quarter) => quarter.consumedA + quarter.consumedB + quarter.consumedC;

/** The definition itself: a quarter-hour belongs to the local day and hour of its start. */
function totalsByWall(
  { zone, quarters }: Scene,
  key: (at: Instant, zone: Zone) => string,
): Map<string, number> {
  const totals = new Map<string, number>();
  for (const quarter of quarters) {
    const name = key(quarter.start, zone);
    totals.set(name, (totals.get(name) ?? 0) + consumedOf(quarter));
  }
  return totals;
}

const summed = (parts: readonly Totals[]) => ({
  total: sumBy(parts, (part) => part.total),
  a: sumBy(parts, (part) => part.consumed.a),
  injected: sumBy(parts, (part) => phaseSum(part.injected)),
  inductive: sumBy(parts, (part) => phaseSum(part.inductive)),
  present: sumBy(parts, (part) => part.presentQuarters),
  expected: sumBy(parts, (part) => part.expectedQuarters),
});

describe('consolidation in every zone across clock changes', () => {
  test('assigns each quarter-hour to its local day and hour', () => {
    fc.assert(
      fc.property(scene, (sample) => {
        const days = consolidate(sample);
        const byHour = totalsByWall(
          sample,
          (at, zone) => `${civilDateAt(at, zone)} ${civilHourAt(at, zone)}`,
        );
        const labels = Array.from({ length: 24 }, (_, hour) => hour);
        const expected = days.map(({ date }) =>
          labels.map((hour) => [hour, byHour.get(`${date} ${hour}`) ?? 0]),
        );
        expect(days.map((day) => day.hours.map(({ hour, total }) => [hour, total]))).toEqual(expected);
      }),
    );
  });

  test('sums quarter-hours to hours, days and the month, and phases and time-of-use periods to the total', () => {
    fc.assert(
      fc.property(scene, (sample) => {
        const days = consolidate(sample);
        const month = sumDays(days);
        expect(month.total).toBe(sample.quarters.reduce((sum, quarter) => sum + consumedOf(quarter), 0));
        expect(phaseSum(month.injected)).toBe(
          sample.quarters.reduce((sum, { injectedB }) => sum + injectedB, 0),
        );
        expect(month.presentQuarters).toBe(sample.quarters.length);
        expect(month.expectedQuarters * QUARTER_MS).toBe(
          endOfDay(sample.last, sample.zone) - startOfDay(sample.first, sample.zone),
        );
        expect(summed(days)).toEqual(summed([month]));
        for (const part of [month, ...days]) {
          expect(phaseSum(part.consumed)).toBe(part.total);
          expect(part.inPoint + part.interPoint + part.outPoint).toBe(part.total);
          expect(part.completeness).toBeLessThanOrEqual(1);
        }
        for (const day of days) expect(summed(day.hours)).toEqual(summed([day]));
      }),
    );
  });

  test('returns the same highest quarter-hour at every level', () => {
    fc.assert(
      fc.property(scene, (sample) => {
        const highest = Math.max(...sample.quarters.map(consumedOf));
        const first = sample.quarters.find((quarter) => consumedOf(quarter) === highest);
        expect(sumDays(consolidate(sample)).peakQuarter).toEqual({ energy: highest, start: first?.start });
      }),
    );
  });

  test('sums the cycles of the same days to the month', () => {
    fc.assert(
      fc.property(scene, fc.integer({ min: 2, max: 28 }), (sample, readDay) => {
        const { first } = billingCycleAt(sample.last, readDay);
        const complete = consolidate(sample);
        const before = consolidate(sample).filter((day) => day.date < first);
        const cycle = consolidate(sample, first);
        expect(summed([sumDays(before), sumDays(cycle)])).toEqual(summed([sumDays(complete)]));
        expect(cycle).toEqual(complete.slice(-cycle.length));
      }),
    );
  });
});
