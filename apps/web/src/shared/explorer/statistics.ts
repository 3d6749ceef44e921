import { type Curve, estimateAt, visible } from './curves/curve.ts';
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
  /** Points of which something is estimated. */
  readonly estimatedPoints: number;
  readonly last: number;
  readonly points: number;
}

/** Null where nothing is in view. The mean is that of stretches with data, each as long as the other. */
export const statisticsIn = (curve: Curve, view: Viewport): Statistics | null => {
  const [first, end] = visible(curve, view);
  if (end <= first) return null;
  const { mean } = curve;
  const [low, high] = [curve.low ?? mean, curve.high ?? mean];
  let [sum, lowest, highest, estimatedPoints] = [0, first, first, 0];
  for (let index = first; index < end; index++) {
    sum += mean[index] as number;
    if (estimateAt(curve, index) !== 'none') estimatedPoints++;
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
    estimatedPoints,
    last: mean[end - 1] as number,
    points: end - first,
  };
};
