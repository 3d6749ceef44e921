import type { BillingCycle } from '../../base/time/billing-cycle.ts';
import { type CivilDate, daysFrom, endOfDay, startOfDay } from '../../base/time/civil-day.ts';
import { quarterStart, quartersBetween } from '../../base/time/quarter.ts';
import type { Instant, Zone } from '../../base/time/zone.ts';
import type { RulesVersion, TimeWindow } from '../../sites/tariffs/tariff-rules.ts';
import { TOU_PERIODS, type TouPeriod } from '../../sites/tou-windows/tou-periods.ts';
import { touWindowsOf } from '../../sites/tou-windows/tou-periods-by-window.ts';
import {
  completenessOf,
  type EnergySeries,
  firstSlotFrom,
  instantAt,
  valueAt,
} from '../../telemetry/intervals/totals.ts';
import {
  addDay,
  type CycleInterval,
  countDay,
  createDayTally,
  createPeaks,
  intervalOn,
  type Peaks,
  quartersIn,
} from './cycle-tally.ts';

interface Measured extends Omit<MeasureOptions, 'cycle' | 'versions'> {
  readonly series: EnergySeries;
  readonly cycles: readonly BillingCycle[];
}

/**
 * Returns a function that measures the same cycles under the rules of any tariff. Tariffs with equal periods and reactive limits,
 * such as Verde and Azul, share one measurement.
 */
export function createSharedMeasure({
  series,
  cycles,
  ...options
}: Measured): (versions: readonly RulesVersion[]) => readonly MeasuredCycle[] {
  const sharedByKey = new Map<
    string,
    { versions: readonly RulesVersion[]; measured: readonly MeasuredCycle[] }
  >();
  return (versions) => {
    const key = countedBy(versions);
    const found = sharedByKey.get(key);
    if (found !== undefined) {
      const versionOf = new Map(
        found.versions.map((version, index) => [version, versions[index] as RulesVersion]),
      );
      return found.measured.map((cycle) => underVersions(cycle, versionOf));
    }
    const measured = cycles.map((cycle) => measureCycle(series, { ...options, cycle, versions }));
    sharedByKey.set(key, { versions, measured });
    return measured;
  };
}

/** A key of the rules on which a measurement depends: first day, windows and reactive limits. */
function countedBy(versions: readonly RulesVersion[]): string {
  const parts = versions.map(({ validFrom, rules }) => {
    const reactive = 'reactive' in rules ? rules.reactive : null;
    return [validFrom, touWindowsOf(rules), reactive && [String(reactive.reference), reactive.capacitive]];
  });
  return JSON.stringify(parts);
}

function underVersions(
  cycle: MeasuredCycle,
  versionOf: ReadonlyMap<RulesVersion, RulesVersion>,
): MeasuredCycle {
  const timeIntervals = cycle.intervals.map((timeInterval) => ({
    ...timeInterval,
    version: timeInterval.version && (versionOf.get(timeInterval.version) as RulesVersion),
  }));
  return { ...cycle, intervals: timeIntervals };
}

/** A quantity for each time-of-use period, in thousandths of Wh, W or varh. */
export type ByTouPeriod = Readonly<Record<TouPeriod, number>>;

/** Consecutive days of a cycle under one version of the rules; `version` is null before the first one. */
export interface MeasuredInterval {
  readonly version: RulesVersion | null;
  readonly first: CivilDate;
  readonly last: CivilDate;
  readonly days: number;
  /** mWh */
  readonly consumed: ByTouPeriod;
  /** The part of `consumed` within `MeasureOptions.hours`, mWh; absent without such hours. */
  readonly inHours?: ByTouPeriod;
  /** mWh; never subtracted from consumption. */
  readonly injected: ByTouPeriod;
  /** ml */
  readonly volume: number;
  /** Excess of reactive energy, mvarh. */
  readonly reactiveExcess: ByTouPeriod;
}

/** The highest demand of a time-of-use period, W × 1000: the energy of a quarter-hour in mWh × 4. */
export interface MeasuredDemand {
  readonly power: number;
  /** Start of that quarter-hour; null if only the power is known. */
  readonly at: Instant | null;
}

/** Measured quantities of one billing cycle, by time-of-use period of the rules in force. */
export interface MeasuredCycle {
  readonly cycle: BillingCycle;
  readonly days: number;
  readonly intervals: readonly MeasuredInterval[];
  readonly demand: Readonly<Record<TouPeriod, MeasuredDemand>>;
  /** The highest hourly demand at the reference power factor, W × 1000. */
  readonly reactiveDemand: ByTouPeriod;
  readonly presentQuarters: number;
  readonly estimatedQuarters: number;
  readonly expectedQuarters: number;
  readonly completeness: number;
}

export interface MeasureOptions {
  readonly cycle: BillingCycle;
  readonly zone: Zone;
  readonly versions: readonly RulesVersion[];
  /** Hours of the day to which a discount applies; their consumption is also counted separately. */
  readonly hours?: TimeWindow | null;
  /** Quarter-hours that begin later are neither expected nor counted. */
  readonly now: Instant;
  /** Start of the installation; null if unknown. */
  readonly since: Instant | null;
}

/** Names of quantities by time-of-use period, in thousandths. */
export type CountedByPeriod = 'consumed' | 'injected' | 'reactiveExcess';

/** The sum of a quantity over all intervals, by time-of-use period. */
export function sumOfIntervals(
  timeIntervals: readonly MeasuredInterval[],
  name: CountedByPeriod,
): ByTouPeriod {
  const sum = { inPoint: 0, interPoint: 0, outPoint: 0 };
  for (const { [name]: byTouPeriod } of timeIntervals)
    for (const touPeriod of TOU_PERIODS) sum[touPeriod] += byTouPeriod[touPeriod];
  return sum;
}

/** The volume of all intervals, ml. */
export function volumeOf(timeIntervals: readonly Pick<MeasuredInterval, 'volume'>[]): number {
  return timeIntervals.reduce((sum, { volume }) => sum + volume, 0);
}

/**
 * The same interval with another consumption, mWh. The share within the hours of a discount stays the same in each time-of-use
 * period.
 */
export function withConsumed(timeInterval: MeasuredInterval, consumed: ByTouPeriod): MeasuredInterval {
  const { inHours, consumed: before } = timeInterval;
  if (inHours === undefined) return { ...timeInterval, consumed };
  const of = (touPeriod: TouPeriod) =>
    before[touPeriod] === 0 ? 0 : Math.round((inHours[touPeriod] / before[touPeriod]) * consumed[touPeriod]);
  return {
    ...timeInterval,
    consumed,
    inHours: { inPoint: of('inPoint'), interPoint: of('interPoint'), outPoint: of('outPoint') },
  };
}

const QUARTERS_AN_HOUR = 4;

/** A day of a bill by the time-of-use periods of its rules. */
export interface MeasuredDay {
  readonly date: CivilDate;
  /** mWh */
  readonly consumed: ByTouPeriod;
  /** ml */
  readonly volume: number;
  /** Its highest demand by time-of-use period, W × 1000. */
  readonly demand: ByTouPeriod;
  /** Whether a quarter-hour was measured or estimated. */
  readonly hasData: boolean;
}

/**
 * Measures the days of a bill in one pass, by time-of-use period and version of the rules. A quarter-hour counts in the day and
 * period in which it starts.
 * @param series - of quarter-hours, ascending
 */
export function measureCycle(series: EnergySeries, options: MeasureOptions): MeasuredCycle {
  return measureCycleByDay(series, options).measured;
}

/** As `measureCycle`, with each of the days. */
export function measureCycleByDay(
  series: EnergySeries,
  options: MeasureOptions,
): { readonly measured: MeasuredCycle; readonly days: readonly MeasuredDay[] } {
  const { cycle, zone, now, hours = null } = options;
  const timeIntervals: CycleInterval[] = [];
  const peaks = createPeaks();
  const tally = createDayTally();
  const isInHours = hours === null ? null : quartersIn(hours);
  const begin = startOfDay(cycle.first, zone);
  let from = firstSlotFrom(series, begin);
  let [present, estimated] = [0, 0];
  let start = begin;
  const days = daysFrom(cycle.first, cycle.last).map((date): MeasuredDay => {
    const interval = intervalOn(timeIntervals, date, options.versions, peaks);
    const end = endOfDay(date, zone);
    const to = firstSlotFrom(series, Math.min(end, now + 1), from);
    countDay(series, from, to, { date, start, end, zone, interval, tally, isInHours });
    addDay(tally, interval, peaks);
    present += tally.present;
    estimated += tally.estimated;
    [start, from] = [end, to];
    return {
      date,
      consumed: byTouPeriod(tally.consumed),
      volume: tally.volume,
      demand: byTouPeriod(tally.peaks.energy, QUARTERS_AN_HOUR),
      hasData: tally.present + tally.estimated > 0,
    };
  });
  for (const interval of timeIntervals) interval.reactive?.close();
  const expectedQuarters = quartersExpected(begin, start, options);
  const presentQuarters = Math.min(present, expectedQuarters);
  const estimatedQuarters = Math.min(estimated, expectedQuarters - presentQuarters);
  const quarters = { presentQuarters, estimatedQuarters, expectedQuarters };
  return { measured: resultOf(timeIntervals, peaks, options, quarters), days };
}

function quartersExpected(from: Instant, to: Instant, { since, now }: MeasureOptions): number {
  return quartersBetween(Math.max(from, since ?? from), Math.min(to, quarterStart(now)));
}

function byTouPeriod(column: Float64Array, factor = 1): ByTouPeriod {
  const [inPoint = 0, interPoint = 0, outPoint = 0] = column;
  return { inPoint: inPoint * factor, interPoint: interPoint * factor, outPoint: outPoint * factor };
}

function resultOf(
  timeIntervals: readonly CycleInterval[],
  peaks: Peaks,
  options: MeasureOptions,
  quarters: Pick<MeasuredCycle, 'presentQuarters' | 'estimatedQuarters' | 'expectedQuarters'>,
): MeasuredCycle {
  const demandAt = (touPeriod: number): MeasuredDemand => {
    const at = instantAt(peaks.start, touPeriod);
    return { power: valueAt(peaks.energy, touPeriod) * QUARTERS_AN_HOUR, at: at < 0 ? null : at };
  };
  return {
    cycle: options.cycle,
    days: timeIntervals.reduce((days, timeInterval) => days + timeInterval.days, 0),
    intervals: timeIntervals.map((timeInterval) => ({
      version: timeInterval.version,
      first: timeInterval.first,
      last: timeInterval.last,
      days: timeInterval.days,
      volume: timeInterval.volume,
      consumed: byTouPeriod(timeInterval.consumed),
      ...(options.hours == null ? {} : { inHours: byTouPeriod(timeInterval.inHours) }),
      injected: byTouPeriod(timeInterval.injected),
      reactiveExcess: byTouPeriod(timeInterval.reactiveExcess),
    })),
    demand: { inPoint: demandAt(0), interPoint: demandAt(1), outPoint: demandAt(2) },
    reactiveDemand: byTouPeriod(peaks.reactive),
    ...quarters,
    completeness: completenessOf(quarters.presentQuarters, quarters.expectedQuarters),
  };
}
