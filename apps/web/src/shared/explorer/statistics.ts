import { type Curve, visible } from './curves/curve.ts';
import type { Viewport } from './plot/viewport.ts';

/** What is in view of a curve, in figures. */
interface Statistics {
  readonly lowest: number;
  /** Place of the point in the curve. */
  readonly lowestPoint: number;
  readonly highest: number;
  readonly highestPoint: number;
  readonly mean: number;
  /** Of what is counted; null of what has a value at each instant. */
  readonly sum: number | null;
  readonly last: number;
  readonly points: number;
}

/** Null where nothing is in view. The mean is that of stretches with data, each as long as the other. */
export const statisticsIn = (curve: Curve, view: Viewport): Statistics | null => {
  const [first, end] = visible(curve, view);
  if (end <= first) return null;
  const { mean } = curve;
  const [low, high] = [curve.low ?? mean, curve.high ?? mean];
  let [sum, lowest, highest] = [0, first, first];
  for (let index = first; index < end; index++) {
    sum += mean[index] as number;
    if ((low[index] as number) < (low[lowest] as number)) lowest = index;
    if ((high[index] as number) > (high[highest] as number)) highest = index;
  }
  return {
    lowest: low[lowest] as number,
    lowestPoint: lowest,
    highest: high[highest] as number,
    highestPoint: highest,
    mean: sum / (end - first),
    sum: curve.source === 'sums' ? sum : null,
    last: mean[end - 1] as number,
    points: end - first,
  };
};
