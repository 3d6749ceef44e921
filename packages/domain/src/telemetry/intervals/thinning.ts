/**
 * Selects points that preserve the shape of curves: the first and the last point of each bucket of time, and the extremes of
 * every measure. Nothing is averaged, so a spike of one second survives. @param at - epoch ms, ascending @param measures -
 * columns; NaN: not measured @param max - maximum number of points @returns ascending indexes @throws RangeError unless `max` is
 * at least 2 plus 2 for each measure
 */
export function thin(at: Float64Array, measures: readonly Float64Array[], max: number): number[] {
  const perBucket = 2 + 2 * measures.length;
  if (!(max >= perBucket)) throw new RangeError(`${max} points have no room for ${measures.length} measures`);
  if (at.length <= max) return Array.from(at.keys());
  const buckets = Math.floor(max / perBucket);
  const first = numberAt(at, 0);
  const width = (numberAt(at, at.length - 1) - first + 1) / buckets;
  const selected: number[] = [];
  let from = 0;
  for (let bucket = 1; bucket <= buckets && from < at.length; bucket++) {
    const to = bucket === buckets ? at.length : firstFrom(at, from, first + bucket * width);
    if (to > from) keepBucket(selected, measures, from, to);
    from = to;
  }
  return selected;
}

function keepBucket(selected: number[], measures: readonly Float64Array[], from: number, to: number): void {
  const extremes = measures.flatMap((column) => extremesOf(column, from, to));
  const chosen = new Set([from, ...extremes, to - 1]);
  selected.push(...[...chosen].sort((a, b) => a - b));
}

/** Indexes of the lowest and the highest value; empty if nothing was measured, because NaN compares false. */
function extremesOf(column: Float64Array, from: number, to: number): number[] {
  let [lowest, highest] = [-1, -1];
  for (let index = from; index < to; index++) {
    const value = numberAt(column, index);
    if (lowest < 0 ? !Number.isNaN(value) : value < numberAt(column, lowest)) lowest = index;
    if (highest < 0 ? !Number.isNaN(value) : value > numberAt(column, highest)) highest = index;
  }
  return lowest < 0 ? [] : [lowest, highest];
}

function firstFrom(at: Float64Array, from: number, instant: number): number {
  let index = from;
  while (index < at.length && numberAt(at, index) < instant) index++;
  return index;
}

function numberAt(column: Float64Array, index: number): number {
  return column[index] as number;
}
