import { TOU_PERIODS, type TouPeriod } from '../../sites/tou-windows/tou-periods.ts';
import {
  type ByTouPeriod,
  type CountedByPeriod,
  type MeasuredCycle,
  type MeasuredDemand,
  type MeasuredInterval,
  withConsumed,
} from './measured-cycle.ts';

export function consumedInTouPeriod(measured: MeasuredCycle, touPeriod: TouPeriod): number {
  return measured.intervals.reduce((sum, { consumed }) => sum + consumed[touPeriod], 0);
}

/**
 * The same cycle with a quantity replaced. A new value is distributed over the intervals in proportion to the old values, or to
 * their days if all are zero.
 * @param target - by time-of-use period, thousandths; an absent period stays unchanged
 */
export function withQuantity(
  measured: MeasuredCycle,
  name: CountedByPeriod,
  target: Partial<ByTouPeriod>,
): MeasuredCycle {
  const columns = TOU_PERIODS.map((touPeriod) => {
    const before = measured.intervals.map((interval) => interval[name][touPeriod]);
    const wanted = target[touPeriod];
    return wanted === undefined ? before : divided(wanted, before, measured);
  });
  const intervals = measured.intervals.map((interval, index) => {
    const quantities = rowOf(columns, index);
    return name === 'consumed' ? withConsumed(interval, quantities) : { ...interval, [name]: quantities };
  });
  return { ...measured, intervals };
}

export function withVolume(measured: MeasuredCycle, volume: number): MeasuredCycle {
  const before = measured.intervals.map((interval) => interval.volume);
  const volumes = divided(volume, before, measured);
  const intervals = measured.intervals.map(
    (interval, index): MeasuredInterval => ({ ...interval, volume: volumes[index] as number }),
  );
  return { ...measured, intervals };
}

/** The same cycle with demands replaced, W × 1000; an absent period stays unchanged. */
export function withDemand(measured: MeasuredCycle, power: Partial<ByTouPeriod>): MeasuredCycle {
  const of = (touPeriod: TouPeriod): MeasuredDemand => {
    const periodPower = power[touPeriod];
    return periodPower === undefined ? measured.demand[touPeriod] : { power: periodPower, at: null };
  };
  return {
    ...measured,
    demand: { inPoint: of('inPoint'), interPoint: of('interPoint'), outPoint: of('outPoint') },
  };
}

/**
 * Divides a whole number into whole parts that add up to it: one for each interval, in proportion to `quantities`, or to the days
 * if all are zero.
 */
function divided(total: number, quantities: readonly number[], { intervals }: MeasuredCycle): number[] {
  const isMeasured = quantities.some((quantity) => quantity > 0);
  const weights = isMeasured ? quantities : intervals.map(({ days }) => days);
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  let running = 0;
  let before = 0;
  return weights.map((weight) => {
    running += weight;
    const until = Math.round((total * running) / all);
    const part = until - before;
    before = until;
    return part;
  });
}

function rowOf(columns: readonly (readonly number[])[], index: number): ByTouPeriod {
  const [inPoint = 0, interPoint = 0, outPoint = 0] = columns.map((column) => column[index]);
  return { inPoint, interPoint, outPoint };
}
