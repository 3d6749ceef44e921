import { type Curve, estimateAt, visible } from './curves/curve.ts';
import type { Viewport } from './plot/viewport.ts';

/** Null without a point in view. The mean covers intervals with data, all of equal length. */
export const statisticsIn = (curve: Curve, view: Viewport) => {
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
