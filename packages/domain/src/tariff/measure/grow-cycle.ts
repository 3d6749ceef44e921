import { type CivilDate, daysBetween } from '../../time/civil-day.ts';
import { isPeakExempt } from '../../time/holidays.ts';
import { withDemand } from '../bill-check/replace-quantities.ts';
import { POSTS, type Post } from '../posts/posts.ts';
import {
  type ByPost,
  type CountedByPost,
  type MeasuredCycle,
  sumOfStretches,
  withConsumed,
} from './measured-cycle.ts';

/** A whole day that was measured. */
export interface PastDay {
  readonly date: CivilDate;
  /** mWh */
  readonly consumed: ByPost;
  /** Its highest demand by post, W × 1000. */
  readonly demand: ByPost;
}

/** What is left of a cycle. */
export interface RestOfCycle {
  /** Its last day, not before the last that was measured. */
  readonly last: CivilDate;
  /** What it will have consumed over what it has, at least 1. */
  readonly factor: number;
  /** Days that are to come, today included, and what each is expected to consume, in any unit. */
  readonly toCome: readonly { readonly date: CivilDate; readonly total: number }[];
  /** Of this cycle and those before it, oldest first: from them days to come have their tariff periods and their demand. */
  readonly past: readonly PastDay[];
  /** How much more, or less, the days to come consume than is likeliest, at an edge of a forecast's band: their demand follows. */
  readonly demandFactor?: number;
}

/**
 * A cycle so far as it will be on its last day, by the rules in force now; of the bill of a cycle to come. What is to be
 * consumed is spread over tariff periods as days of its kind were (those with a peak, and those without); demand is the
 * highest that was reached, or that as many days mostly reach; injection, reactive excess and volume grow with consumption.
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
      volume: current.volume + added(stretches.reduce((sum, { volume }) => sum + volume, 0)),
    }),
  };
  return withDemand(whole, demandToReach(measured, rest));
}

const allOf = (quantity: ByPost): number => POSTS.reduce((sum, post) => sum + quantity[post], 0);

function byPost(of: (post: Post) => number): ByPost {
  return { inPoint: of('inPoint'), interPoint: of('interPoint'), outPoint: of('outPoint') };
}

function sumOf(parts: readonly ByPost[]): ByPost {
  return byPost((post) => parts.reduce((sum, part) => sum + part[post], 0));
}

/** What is to come by post, mWh: all of it together grows by the factor, and no milliwatt-hour is lost. */
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

/** What so many days in a row reached at most, on average over the past; of a shorter past what it reached at all. */
function usualMaximum(daily: readonly number[], days: number): number {
  if (days <= 0 || daily.length === 0) return 0;
  if (daily.length <= days) return Math.max(...daily);
  const maxima = Array.from({ length: daily.length - days + 1 }, (_, from) =>
    Math.max(...daily.slice(from, from + days)),
  );
  return Math.round(maxima.reduce((sum, one) => sum + one, 0) / maxima.length);
}

/** The demands that are expected to rise above what was reached. */
function demandToReach(
  { demand }: MeasuredCycle,
  { toCome, past, demandFactor = 1 }: RestOfCycle,
): Partial<ByPost> {
  const rising = POSTS.flatMap((post) => {
    const usual = usualMaximum(
      past.map((day) => day.demand[post]),
      toCome.length,
    );
    const expected = Math.round(usual * demandFactor);
    return expected > demand[post].power ? [[post, expected] as const] : [];
  });
  return Object.fromEntries(rising);
}
