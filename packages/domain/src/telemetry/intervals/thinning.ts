/**
 * The points that keep a curve's shape with fewer points: of each bucket of time the first, the last, and the extremes of every
 * measure. Nothing is averaged, so a spike of one second survives.
 * @param at - epoch ms, ascending @param measures - columns; NaN is not measured @param max - points to keep
 * @returns ascending indices @throws RangeError unless `most` is at least 2, and 2 for each measure
 */
export function thin(at: Float64Array, measures: readonly Float64Array[], max: number): number[] {
  const perBucket = 2 + 2 * measures.length;
  if (!(max >= perBucket)) throw new RangeError(`${max} points have no room for ${measures.length} measures`);
  if (at.length <= max) return Array.from(at.keys());
  const buckets = Math.floor(max / perBucket);
  const first = numberAt(at, 0);
  const width = (numberAt(at, at.length - 1) - first + 1) / buckets;
  const stored: number[] = [];
  let from = 0;
  for (let bucket = 1; bucket <= buckets && from < at.length; bucket++) {
    const to = bucket === buckets ? at.length : firstFrom(at, from, first + bucket * width);
    if (to > from) keepBucket(stored, measures, from, to);
    from = to;
  }
  return stored;
}

function keepBucket(stored: number[], measures: readonly Float64Array[], from: number, to: number): void {
  const extremes = measures.flatMap((column) => extremesOf(column, from, to));
  const chosen = new Set([from, ...extremes, to - 1]);
  stored.push(...[...chosen].sort((a, b) => a - b));
}

/** Where a column is lowest and highest; nowhere when nothing was measured: NaN compares with nothing. */
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
