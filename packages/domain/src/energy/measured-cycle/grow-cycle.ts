import { type CivilDate, daysBetween } from '../../base/time/civil-day.ts';
import { isPeakExempt } from '../../base/time/holidays.ts';
import { TOU_PERIODS, type TouPeriod } from '../../sites/tou-windows/tou-periods.ts';
import {
  type ByTouPeriod,
  type CountedByPeriod,
  type MeasuredCycle,
  sumOfIntervals,
  volumeOf,
  withConsumed,
} from './measured-cycle.ts';
import { withDemand } from './replace-quantities.ts';

/** A completely measured day. */
export interface PastDay {
  readonly date: CivilDate;
  /** mWh */
  readonly consumed: ByTouPeriod;
  /** Its highest demand by time-of-use period, W × 1000. */
  readonly demand: ByTouPeriod;
}

/** The expected rest of a cycle. */
export interface RestOfCycle {
  /** Last day of the cycle, not before the last measured day. */
  readonly last: CivilDate;
  /** Expected consumption of the cycle divided by its consumption so far, at least 1. */
  readonly factor: number;
  /** Remaining days, today included, with their expected consumption in any unit. */
  readonly toCome: readonly { readonly date: CivilDate; readonly total: number }[];
  /**
   * Days of this cycle and earlier ones, oldest first. They determine the time-of-use periods and the demand of the remaining
   * days.
   */
  readonly past: readonly PastDay[];
  /** The value of the forecast's band to use; at its edges, demand deviates from its mean too. Default: `likeliest`. */
  readonly at?: keyof typeof DEVIATIONS;
}

/**
 * Extends a measured cycle to its last day, to forecast its bill. Consumption is distributed over time-of-use periods as on past
 * days of the same kind (working days, or weekends and holidays). Demand is the highest measured or expected one. Injection,
 * reactive excess and volume grow by the same factor as consumption.
 */
export function growCycle(measured: MeasuredCycle, rest: RestOfCycle): MeasuredCycle {
  const { intervals, cycle } = measured;
  const current = intervals.at(-1);
  if (current === undefined) return measured;
  const { last, factor } = rest;
  const days = daysBetween(cycle.last, last);
  const added = (soFar: number): number => Math.round(soFar * (factor - 1));
  const grown = (name: CountedByPeriod): ByTouPeriod => {
    const sum = sumOfIntervals(intervals, name);
    return byTouPeriod((touPeriod) => current[name][touPeriod] + added(sum[touPeriod]));
  };
  const coming = toConsume(sumOfIntervals(intervals, 'consumed'), rest);
  const extended = {
    ...measured,
    cycle: { first: cycle.first, last },
    days: measured.days + days,
    intervals: intervals.with(-1, {
      ...withConsumed(
        current,
        byTouPeriod((touPeriod) => current.consumed[touPeriod] + coming[touPeriod]),
      ),
      last,
      days: current.days + days,
      injected: grown('injected'),
      reactiveExcess: grown('reactiveExcess'),
      volume: current.volume + added(volumeOf(intervals)),
    }),
  };
  return withDemand(extended, demandToReach(measured, allOf(coming), rest));
}

const allOf = ({ inPoint, interPoint, outPoint }: ByTouPeriod): number => inPoint + interPoint + outPoint;

function byTouPeriod(of: (touPeriod: TouPeriod) => number): ByTouPeriod {
  return { inPoint: of('inPoint'), interPoint: of('interPoint'), outPoint: of('outPoint') };
}

function sumOf(parts: readonly ByTouPeriod[]): ByTouPeriod {
  return byTouPeriod((touPeriod) => parts.reduce((sum, part) => sum + part[touPeriod], 0));
}

/** Expected consumption of the remaining days by time-of-use period, mWh. Their sum is exactly the growth by `factor`. */
function toConsume(soFar: ByTouPeriod, { factor, toCome, past }: RestOfCycle): ByTouPeriod {
  const growth = Math.round(allOf(soFar) * (factor - 1));
  const weights = toCome.reduce((sum, { total }) => sum + total, 0);
  const kindOf = (isExempt: boolean): ByTouPeriod => {
    const alike = sumOf(
      past.filter(({ date }) => isPeakExempt(date) === isExempt).map(({ consumed }) => consumed),
    );
    return allOf(alike) > 0 ? alike : soFar;
  };
  const [exempt, working] = [kindOf(true), kindOf(false)];
  const shareOf = (touPeriod: TouPeriod): number => {
    if (weights === 0) return soFar[touPeriod] / allOf(soFar);
    const parts = toCome.map(({ date, total }) => {
      const kind = isPeakExempt(date) ? exempt : working;
      return (total / weights) * (kind[touPeriod] / allOf(kind));
    });
    return parts.reduce((sum, part) => sum + part, 0);
  };
  if (growth === 0) return byTouPeriod(() => 0);
  const [inPoint, interPoint] = [
    Math.round(growth * shareOf('inPoint')),
    Math.round(growth * shareOf('interPoint')),
  ];
  return { inPoint, interPoint, outPoint: growth - inPoint - interPoint };
}

/** For each interval of `days` consecutive past days: its highest demand divided by its mean daily consumption. */
function peaksOver(past: readonly PastDay[], days: number, touPeriod: TouPeriod): number[] {
  const length = Math.min(days, past.length);
  const peaks: number[] = [];
  for (let from = 0; from + length <= past.length; from++) {
    let consumed = 0;
    let peak = Number.NEGATIVE_INFINITY;
    for (let index = from; index < from + length; index++) {
      const day = past[index] as PastDay;
      consumed += allOf(day.consumed);
      peak = Math.max(peak, day.demand[touPeriod]);
    }
    if (consumed > 0) peaks.push((peak * length) / consumed);
  }
  return peaks;
}

/** Standard deviations by which demand differs from the past mean at the edges of a forecast. */
const EDGE_DEVIATIONS = 1;
const DEVIATIONS = { low: -EDGE_DEVIATIONS, likeliest: 0, high: EDGE_DEVIATIONS } as const;

/** The expected demand of the remaining days by their daily consumption, in the ratio of past intervals. */
function expectedPeak(peaks: readonly number[], perDay: number, at: RestOfCycle['at'] = 'likeliest'): number {
  if (peaks.length === 0) return 0;
  const mean = peaks.reduce((sum, peak) => sum + peak, 0) / peaks.length;
  const variance = peaks.reduce((sum, peak) => sum + (peak - mean) ** 2, 0) / peaks.length;
  return Math.round(Math.max(0, mean + DEVIATIONS[at] * Math.sqrt(variance)) * perDay);
}

/** The expected demands that exceed those measured so far. */
function demandToReach(
  { demand }: MeasuredCycle,
  consumed: number,
  { toCome, past, at }: RestOfCycle,
): Partial<ByTouPeriod> {
  if (toCome.length === 0 || past.length === 0) return {};
  const rising = TOU_PERIODS.flatMap((touPeriod) => {
    const expected = expectedPeak(peaksOver(past, toCome.length, touPeriod), consumed / toCome.length, at);
    return expected > demand[touPeriod].power ? [[touPeriod, expected] as const] : [];
  });
  return Object.fromEntries(rising);
}
