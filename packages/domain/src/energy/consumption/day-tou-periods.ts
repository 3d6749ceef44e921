import { type CivilDate, clockWithin, daysFrom, endOfDay, startOfDay } from '../../base/time/civil-day.ts';
import { QUARTER_MS } from '../../base/time/quarter.ts';
import type { Instant } from '../../base/time/zone.ts';
import { TOU_PERIODS } from '../../sites/tou-windows/tou-periods.ts';
import type { QuarterPeriods, TouPeriodsOn } from '../../sites/tou-windows/tou-periods-by-window.ts';
import {
  type EnergySeries,
  expectedBetween,
  firstSlotFrom,
  type Quantity,
  type StepMinutes,
  stepMinutesOf,
  type TouTotals,
  type Utility,
  valueAt,
} from '../../telemetry/intervals/totals.ts';
import type { ConsolidationOptions } from './consolidate.ts';

/** A civil day: its total by time-of-use period, and its completeness. */
export interface DayByTouPeriod extends TouTotals {
  readonly date: CivilDate;
  readonly total: Quantity;
  readonly presentQuarters: number;
  readonly estimatedQuarters: number;
  readonly expectedQuarters: number;
}

export interface DayPeriodsOptions extends Omit<ConsolidationOptions, 'touPeriods'> {
  readonly touPeriodsOn: TouPeriodsOn;
  /** End of the installation: no data are expected from then on. Null while it is in use. */
  readonly removed: Instant | null;
}

interface TouDay {
  readonly date: CivilDate;
  readonly start: Instant;
  readonly end: Instant;
  /** Time of day on the local clock, ms. */
  readonly clockAt: (at: number) => number;
  readonly touPeriods: QuarterPeriods;
}

/** The days of a zone with their time-of-use periods, computed once for all meters of the zone. */
export function touDays({
  first,
  last,
  zone,
  touPeriodsOn,
}: Pick<DayPeriodsOptions, 'first' | 'last' | 'zone' | 'touPeriodsOn'>): readonly TouDay[] {
  return daysFrom(first, last).map((date) => {
    const [start, end] = [startOfDay(date, zone), endOfDay(date, zone)];
    return { date, start, end, clockAt: clockWithin(start, end, zone), touPeriods: touPeriodsOn(date) };
  });
}

/** Index in `TOU_PERIODS` of the time-of-use period at an instant of a day. */
const periodAt = ({ clockAt, touPeriods }: TouDay, at: number): number =>
  touPeriods[Math.floor(clockAt(at) / QUARTER_MS)] as number;

/** The longest slot length for which every time-of-use period of these days begins at the start of a slot. */
export function stepOfTouPeriods({
  first,
  last,
  touPeriodsOn,
}: Pick<DayPeriodsOptions, 'first' | 'last' | 'touPeriodsOn'>): StepMinutes {
  const touPeriods = new Set(daysFrom(first, last).map(touPeriodsOn));
  const begins = [...touPeriods].flatMap((ofDay) =>
    Array.from(ofDay, (touPeriod, quarter) => (touPeriod === ofDay[quarter - 1] ? 0 : quarter * QUARTER_MS)),
  );
  return stepMinutesOf(begins);
}

/**
 * As `consolidateDays`, but without hours, which is many times faster for hundreds of meters.
 * @param series - ascending, with slots no longer than `stepOfTouPeriods` and `stepMinutesFor` return; slots outside the days are
 * left out
 */
export function dayTotalsByPeriod(
  series: EnergySeries,
  options: DayPeriodsOptions,
  days: readonly TouDay[] = touDays(options),
): DayByTouPeriod[] {
  const { now } = options;
  const consumed = consumedIn(series, options.kind);
  const byTouPeriod = new Float64Array(TOU_PERIODS.length);
  let slot = firstSlotFrom(series, days[0]?.start ?? now);
  return days.map((day) => {
    const { end } = day;
    byTouPeriod.fill(0);
    const limit = Math.min(end, now + 1);
    let [quarters, estimated] = [0, 0];
    for (; slot < series.length; slot++) {
      const at = valueAt(series.start, slot);
      if (at >= limit) break;
      const touPeriod = periodAt(day, at);
      byTouPeriod[touPeriod] = valueAt(byTouPeriod, touPeriod) + valueAt(consumed, slot);
      quarters += valueAt(series.quarters, slot);
      estimated += valueAt(series.estimated, slot);
    }
    return toDayTotals(day, byTouPeriod, { quarters, estimated }, options);
  });
}

function toDayTotals(
  { date, start, end }: TouDay,
  byTouPeriod: Float64Array,
  { quarters, estimated }: { readonly quarters: number; readonly estimated: number },
  { now, since, removed, stays }: Omit<DayPeriodsOptions, 'first' | 'last' | 'touPeriodsOn'>,
): DayByTouPeriod {
  const from = Math.max(start, since ?? start);
  const to = Math.min(end, now, removed ?? end);
  const expectedQuarters = expectedBetween(from, to, stays);
  const presentQuarters = Math.min(quarters, expectedQuarters);
  const [inPoint, interPoint, outPoint] = byTouPeriod as unknown as [Quantity, Quantity, Quantity];
  return {
    date,
    total: (inPoint + interPoint + outPoint) as Quantity,
    inPoint,
    interPoint,
    outPoint,
    presentQuarters,
    estimatedQuarters: Math.min(estimated, expectedQuarters - presentQuarters),
    expectedQuarters,
  };
}

function consumedIn({ volume, consumedA, consumedB, consumedC }: EnergySeries, kind: Utility): Float64Array {
  if (kind === 'water') return volume;
  // Several columns are the same array only if all of them are zero.
  if (consumedB === consumedC) return consumedA;
  return consumedA.map((energy, slot) => energy + valueAt(consumedB, slot) + valueAt(consumedC, slot));
}
