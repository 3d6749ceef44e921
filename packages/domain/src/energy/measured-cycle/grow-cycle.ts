import { type CivilDate, daysBetween } from '../../base/time/civil-day.ts';
import { isPeakExempt } from '../../base/time/holidays.ts';
import { POSTS, type Post } from '../../sites/tou-windows/posts.ts';
import {
  type ByPost,
  type CountedByPost,
  type MeasuredCycle,
  sumOfStretches,
  volumeOf,
  withConsumed,
} from './measured-cycle.ts';
import { withDemand } from './replace-quantities.ts';

/** A whole day that was measured. */
export interface PastDay {
  readonly date: CivilDate;
  /** mWh */
  readonly consumed: ByPost;
  /** Its highest demand by post, W × 1000. */
  readonly demand: ByPost;
}

/** The rest of a cycle. */
export interface RestOfCycle {
  /** Its last day, not before the last that was measured. */
  readonly last: CivilDate;
  /** Expected over present consumption, at least 1. */
  readonly factor: number;
  /** Days that are to come, today included, and what each is expected to consume, in any unit. */
  readonly toCome: readonly { readonly date: CivilDate; readonly total: number }[];
  /** The days of this cycle and those before it, oldest first. Days to come take their tariff periods and demand from them. */
  readonly past: readonly PastDay[];
  /** Where in the band of its forecast the cycle ends; at an edge demand scatters too. The likeliest where it does not say. */
  readonly at?: keyof typeof DEVIATIONS;
}

/**
 * Extends a cycle to its last day for a bill to come. Consumption is spread over tariff periods like past days of its kind;
 * demand is the highest reached or expected; injection, reactive excess and volume grow with consumption.
 */
export function growCycle(measured: MeasuredCycle, rest: RestOfCycle): MeasuredCycle {
  const { stretches, cycle } = measured;
  const current = stretches.at(-1);
  if (current === undefined) return measured;
  const { last, factor } = rest;
  const days = daysBetween(cycle.last, last);
  const added = (soFar: number): number => Math.round(soFar * (factor - 1));
  const grown = (name: CountedByPost): ByPost => {
    const sum = sumOfStretches(stretches, name);
    return byPost((post) => current[name][post] + added(sum[post]));
  };
  const coming = toConsume(sumOfStretches(stretches, 'consumed'), rest);
  const whole = {
    ...measured,
    cycle: { first: cycle.first, last },
    days: measured.days + days,
    stretches: stretches.with(-1, {
      ...withConsumed(
        current,
        byPost((post) => current.consumed[post] + coming[post]),
      ),
      last,
      days: current.days + days,
      injected: grown('injected'),
      reactiveExcess: grown('reactiveExcess'),
      volume: current.volume + added(volumeOf(stretches)),
    }),
  };
  return withDemand(whole, demandToReach(measured, allOf(coming), rest));
}

const allOf = (quantity: ByPost): number => POSTS.reduce((sum, post) => sum + quantity[post], 0);

function byPost(of: (post: Post) => number): ByPost {
  return { inPoint: of('inPoint'), interPoint: of('interPoint'), outPoint: of('outPoint') };
}

function sumOf(parts: readonly ByPost[]): ByPost {
  return byPost((post) => parts.reduce((sum, part) => sum + part[post], 0));
}

/** The expected rest by tariff period, mWh: together it grows by the factor, exactly. */
function toConsume(soFar: ByPost, { factor, toCome, past }: RestOfCycle): ByPost {
  const whole = Math.round(allOf(soFar) * (factor - 1));
  const weights = toCome.reduce((sum, { total }) => sum + total, 0);
  const kindOf = (isExempt: boolean): ByPost => {
    const alike = sumOf(
      past.filter(({ date }) => isPeakExempt(date) === isExempt).map(({ consumed }) => consumed),
    );
    return allOf(alike) > 0 ? alike : soFar;
  };
  const [exempt, working] = [kindOf(true), kindOf(false)];
  const shareOf = (post: Post): number => {
    if (weights === 0) return soFar[post] / allOf(soFar);
    const parts = toCome.map(({ date, total }) => {
      const kind = isPeakExempt(date) ? exempt : working;
      return (total / weights) * (kind[post] / allOf(kind));
    });
    return parts.reduce((sum, part) => sum + part, 0);
  };
  if (whole === 0) return byPost(() => 0);
  const [inPoint, interPoint] = [
    Math.round(whole * shareOf('inPoint')),
    Math.round(whole * shareOf('interPoint')),
  ];
  return { inPoint, interPoint, outPoint: whole - inPoint - interPoint };
}

/** The highest demand of so many consecutive days relative to their daily consumption, for each such interval of the past. */
function peaksOver(past: readonly PastDay[], days: number, post: Post): number[] {
  const length = Math.min(days, past.length);
  const stretches = Array.from({ length: past.length - length + 1 }, (_, from) =>
    past.slice(from, from + length),
  );
  return stretches.flatMap((stretch) => {
    const consumed = stretch.reduce((sum, day) => sum + allOf(day.consumed), 0);
    const peak = Math.max(...stretch.map(({ demand }) => demand[post]));
    return consumed > 0 ? [(peak * length) / consumed] : [];
  });
}

/** How far the demand of days to come scatters about the mean of the past, at the edge of a forecast. */
const EDGE_DEVIATIONS = 1;
const DEVIATIONS = { low: -EDGE_DEVIATIONS, likeliest: 0, high: EDGE_DEVIATIONS } as const;

/** The demand that days to come reach when they consume so much a day, as high above it as days of the past were. */
function expectedPeak(peaks: readonly number[], perDay: number, at: RestOfCycle['at'] = 'likeliest'): number {
  if (peaks.length === 0) return 0;
  const mean = peaks.reduce((sum, peak) => sum + peak, 0) / peaks.length;
  const variance = peaks.reduce((sum, peak) => sum + (peak - mean) ** 2, 0) / peaks.length;
  return Math.round(Math.max(0, mean + DEVIATIONS[at] * Math.sqrt(variance)) * perDay);
}

/** Demands that are expected to exceed those so far. */
function demandToReach(
  { demand }: MeasuredCycle,
  consumed: number,
  { toCome, past, at }: RestOfCycle,
): Partial<ByPost> {
  if (toCome.length === 0 || past.length === 0) return {};
  const rising = POSTS.flatMap((post) => {
    const expected = expectedPeak(peaksOver(past, toCome.length, post), consumed / toCome.length, at);
    return expected > demand[post].power ? [[post, expected] as const] : [];
  });
  return Object.fromEntries(rising);
}
