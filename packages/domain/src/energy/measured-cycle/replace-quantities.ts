import { POSTS, type Post } from '../../sites/tou-windows/posts.ts';
import {
  type ByPost,
  type MeasuredCycle,
  type MeasuredDemand,
  type MeasuredStretch,
  withConsumed,
} from './measured-cycle.ts';

/** What a cycle consumed in a post, mWh. */
export function consumedInPost(measured: MeasuredCycle, post: Post): number {
  return measured.stretches.reduce((sum, { consumed }) => sum + consumed[post], 0);
}

/**
 * The same cycle with other consumption: stretches keep their shares of it, or take it by days where nothing was
 * measured. What is not given stays. @param consumed - mWh
 */
export function withConsumption(measured: MeasuredCycle, consumed: Partial<ByPost>): MeasuredCycle {
  const columns = POSTS.map((post) => {
    const before = measured.stretches.map((stretch) => stretch.consumed[post]);
    const wanted = consumed[post];
    if (wanted === undefined) return before;
    const days = measured.stretches.map((stretch) => stretch.days);
    return shared(wanted, before.some((quantity) => quantity > 0) ? before : days);
  });
  return {
    ...measured,
    stretches: measured.stretches.map((stretch, index) => withConsumed(stretch, rowOf(columns, index))),
  };
}

/** The same cycle with another volume of water, ml, shared out by days. */
export function withVolume(measured: MeasuredCycle, volume: number): MeasuredCycle {
  const volumes = shared(
    volume,
    measured.stretches.map(({ days }) => days),
  );
  const stretches = measured.stretches.map(
    (stretch, index): MeasuredStretch => ({ ...stretch, volume: volumes[index] as number }),
  );
  return { ...measured, stretches };
}

/** The same cycle with other demands, W × 1000. What is not given stays. */
export function withDemand(measured: MeasuredCycle, power: Partial<ByPost>): MeasuredCycle {
  const of = (post: Post): MeasuredDemand => {
    const postPower = power[post];
    return postPower === undefined ? measured.demand[post] : { power: postPower, at: null };
  };
  return {
    ...measured,
    demand: { inPoint: of('inPoint'), interPoint: of('interPoint'), outPoint: of('outPoint') },
  };
}

/** A whole number shared by weights into whole numbers that add up to it. */
function shared(whole: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  let running = 0;
  let before = 0;
  return weights.map((weight) => {
    running += weight;
    const until = Number((BigInt(whole) * BigInt(running)) / BigInt(all));
    const part = until - before;
    before = until;
    return part;
  });
}

function rowOf(columns: readonly (readonly number[])[], index: number): ByPost {
  const [inPoint = 0, interPoint = 0, outPoint = 0] = columns.map((column) => column[index]);
  return { inPoint, interPoint, outPoint };
}
