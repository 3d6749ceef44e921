import { describe, expect, it } from 'vitest';
import { civilDate } from '../../base/time/civil-day.ts';
import { DAY_MS, HOUR_MS, instant, parseZone, type Zone } from '../../base/time/zone.ts';
import { consolidateDays, emptyReasonOf, sumDays } from '../../energy/consumption/consolidate.ts';
import { civilDays, createDaySums, pastDaysOf } from '../../energy/consumption/day-sums.ts';
import { dayTotalsByPeriod } from '../../energy/consumption/day-tou-periods.ts';
import { hourTotals } from '../../energy/consumption/demand-peaks.ts';
import { estimatedText } from '../../energy/consumption/partly-measured.ts';
import { measureCycle } from '../../energy/measured-cycle/measured-cycle.ts';
import { simpleTouPeriodsOn } from '../../sites/tou-windows/tou-periods-by-window.ts';
import { createMeasuredGrid, createQuarterSum } from '../../telemetry/intervals/quarter-days.ts';
import { meanShares, repeatShares, sharesOf, totalsOfDays } from '../../telemetry/intervals/totals.ts';
import { missingMeasurements } from './price-cycle.ts';

const DAY = 20_000;
const first = civilDate('2024-10-04');
const zone = parseZone('UTC') as Zone;
const at = (hour: number) => instant(DAY * DAY_MS + hour * HOUR_MS);
const span = { from: at(0), to: at(24) };
const now = at(24);
/** A day of 96 quarter-hours: the first 48 are estimated at 9 each, the others measured at 2 each. */
const day = {
  day: DAY,
  totals: Float64Array.from({ length: 96 }, (_, quarter) => (quarter < 48 ? 9 : 2)),
  present: null,
};
const estimated = [{ from: at(0), to: at(12) }];
const seriesBy = (stepMinutes: 15 | 60) => {
  const grid = createMeasuredGrid(span, { stepMinutes, highestFrom: at(0), estimated });
  grid.addDay(span, day);
  return grid.series();
};
const common = {
  first,
  last: first,
  zone,
  now,
  kind: 'electric',
  since: at(0),
  touPeriodsOn: simpleTouPeriodsOn,
} as const;

describe('a day with twelve hours estimated by an import', () => {
  it.each([15, 60] as const)(
    'counts estimated hours in the total but not as measured, by %i minutes',
    (step) => {
      const days = consolidateDays(seriesBy(step), common);
      expect(days[0]).toMatchObject({ total: 48 * 9 + 48 * 2, presentQuarters: 48, estimatedQuarters: 48 });
      expect(sharesOf(sumDays(days))).toEqual({ completeness: 0.5, estimated: 0.5 });
      expect(days[0]?.peakQuarter).toEqual({ energy: 2, start: at(12) });
      expect(hourTotals(days[0] as (typeof days)[number])).toEqual([
        ...Array(12).fill(null),
        ...Array(12).fill(8),
      ]);
      const touPeriods = dayTotalsByPeriod(seriesBy(15), { ...common, removed: null });
      expect(totalsOfDays(touPeriods)).toEqual({
        total: 528,
        presentQuarters: 48,
        estimatedQuarters: 48,
        expectedQuarters: 96,
      });
    },
  );
  it('uses only measured quarter-hours for demand, also in a sum of several meters', () => {
    const sum = createQuarterSum([span], ['consumed']);
    for (let quarter = 0; quarter < 96; quarter++) {
      sum.addTotals(DAY * 96 + quarter, 1, [day.totals[quarter] as number]);
      if (quarter < 48) sum.addEstimated(DAY * 96 + quarter);
    }
    const cycle = { first, last: first };
    const measured = measureCycle(sum.series(), { cycle, zone, versions: [], now, since: null });
    expect(measured).toMatchObject({ presentQuarters: 48, estimatedQuarters: 48, completeness: 0.5 });
    expect(Math.max(...Object.values(measured.demand).map(({ power }) => power))).toBe(8);
    expect(missingMeasurements(measured)).toEqual([
      'Foram estimadas 48 de 96 medições de 15 minutos, com a média de um período mais longo: demanda e horários não são conhecidos.',
    ]);
  });
  it('reduces the completeness of a past day for a forecast', () => {
    const days = civilDays(first, first, zone);
    const sums = createDaySums(days);
    sums.addCut(DAY, 528, 0);
    for (let quarter = 0; quarter < 48; quarter++) sums.addEstimated(DAY * 96 + quarter);
    expect(pastDaysOf(days, sums, { now, since: at(0) })[0]?.completeness).toBe(0.5);
  });
  it('returns no empty reason for an estimated day', () => {
    const counted = { date: first, presentQuarters: 0, estimatedQuarters: 96, expectedQuarters: 96 };
    expect(emptyReasonOf(counted, first)).toBeNull();
    expect(sharesOf({ ...counted, estimatedQuarters: 0 })).toEqual({ completeness: 0 });
    expect([estimatedText(undefined), estimatedText(0), estimatedText(0.12341)]).toEqual([
      null,
      null,
      '12,4% estimado',
    ]);
  });
  it('has completeness shares that are repeated, and counted in a mean', () => {
    const shares = { completeness: 0.5, estimated: 0.5 };
    expect(repeatShares(Object.assign({ total: 24 }, shares))).toEqual(shares);
    expect(repeatShares({ completeness: 1, estimated: undefined })).toEqual({ completeness: 1 });
    expect(meanShares([shares, { completeness: 1 }])).toEqual({ completeness: 0.75, estimated: 0.25 });
    expect([meanShares([{ completeness: 1 }]), meanShares([])]).toEqual([
      { completeness: 1 },
      { completeness: 0 },
    ]);
  });
});
