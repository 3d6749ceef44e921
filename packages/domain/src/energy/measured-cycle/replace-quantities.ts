import { POSTS, type Post } from '../../sites/tou-windows/posts.ts';
import {
  type ByPost,
  type CountedByPost,
  type MeasuredCycle,
  type MeasuredDemand,
  type MeasuredStretch,
  withConsumed,
} from './measured-cycle.ts';

export function consumedInPost(measured: MeasuredCycle, post: Post): number {
  return measured.stretches.reduce((sum, { consumed }) => sum + consumed[post], 0);
}

/**
 * The same cycle with another quantity by tariff period. Stretches keep their shares, or their days if nothing was measured.
 * @param target - thousandths; a tariff period that it leaves out is unchanged
 */
export function withQuantity(
  measured: MeasuredCycle,
  name: CountedByPost,
  target: Partial<ByPost>,
): MeasuredCycle {
  const columns = POSTS.map((post) => {
    const before = measured.stretches.map((stretch) => stretch[name][post]);
    const wanted = target[post];
    return wanted === undefined ? before : divided(wanted, before, measured);
  });
  const stretches = measured.stretches.map((stretch, index) => {
    const quantities = rowOf(columns, index);
    return name === 'consumed' ? withConsumed(stretch, quantities) : { ...stretch, [name]: quantities };
  });
  return { ...measured, stretches };
}

export function withVolume(measured: MeasuredCycle, volume: number): MeasuredCycle {
  const before = measured.stretches.map((stretch) => stretch.volume);
  const volumes = divided(volume, before, measured);
  const stretches = measured.stretches.map(
    (stretch, index): MeasuredStretch => ({ ...stretch, volume: volumes[index] as number }),
  );
  return { ...measured, stretches };
}

/** The same cycle with other demands, W × 1000. Absent ones stay. */
export function withDemand(measured: MeasuredCycle, power: Partial<ByPost>): MeasuredCycle {
  const of = (post: Post): MeasuredDemand => {
    const periodPower = power[post];
    return periodPower === undefined ? measured.demand[post] : { power: periodPower, at: null };
  };
  return {
    ...measured,
    demand: { inPoint: of('inPoint'), interPoint: of('interPoint'), outPoint: of('outPoint') },
  };
}

/** Divides a whole number in proportion to the quantities of the stretches, or else to their days, into whole numbers that add up to it. */
function divided(whole: number, quantities: readonly number[], { stretches }: MeasuredCycle): number[] {
  const isMeasured = quantities.some((quantity) => quantity > 0);
  const weights = isMeasured ? quantities : stretches.map(({ days }) => days);
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  let running = 0;
  let before = 0;
  return weights.map((weight) => {
    running += weight;
    const until = Math.round((whole * running) / all);
    const part = until - before;
    before = until;
    return part;
  });
}

function rowOf(columns: readonly (readonly number[])[], index: number): ByPost {
  const [inPoint = 0, interPoint = 0, outPoint = 0] = columns.map((column) => column[index]);
  return { inPoint, interPoint, outPoint };
}
