import { HOUR_MS } from '../../base/time/zone.ts';

const EVEN = 0.1;
const HALF = 0.5;

const areAlike = (one: number, other: number): boolean =>
  Math.abs(one - other) <= EVEN * Math.max(one, other);

/** The instants of a file, ascending, each once. */
const sortedOf = (instants: Iterable<number>): Float64Array => {
  const sorted = Float64Array.from(instants).sort();
  let size = 0;
  for (const at of sorted) if (size === 0 || at !== sorted[size - 1]) sorted[size++] = at;
  return sorted.subarray(0, size);
};

/** The index of an instant that is in the list. */
const indexIn = (sorted: Float64Array, at: number): number => {
  let [low, high] = [0, sorted.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < at) low = middle + 1;
    else high = middle;
  }
  return low;
};

/**
 * How long each row of mean power lasts, where a file states instants only. Rows at even distances last as long as these,
 * also where the distance changes along the file. In a file without an even distance a power holds until the next row, an
 * hour at most.
 *
 * @param instants - of all rows, in any order, ms
 * @param terms.usual - the most common distance, ms: of a row beside a gap
 * @param terms.isEnd - whether the instants are ends
 * @returns the duration of the row of an instant, ms
 */
export function createPowerSpans(
  instants: Iterable<number>,
  { usual, isEnd }: { readonly usual: number; readonly isEnd: boolean },
): (at: number) => number {
  const sorted = sortedOf(instants);
  /** NaN where there is no instant on one side. */
  const gapAfter = (index: number): number => Number(sorted[index + 1]) - Number(sorted[index]);
  let even = 0;
  for (let index = 1; index < sorted.length - 1; index++)
    if (areAlike(gapAfter(index - 1), gapAfter(index))) even++;
  const isEven = even >= (sorted.length - 2) * HALF;
  return (at) => {
    const index = indexIn(sorted, at);
    const gaps = [-2, -1, 0, 1].map((offset) => gapAfter(index + offset));
    const [beyond, stated, other] = (isEnd ? gaps : gaps.toReversed()) as [number, number, number];
    const own = Number.isNaN(stated) ? other : stated;
    const isInRun = areAlike(own, other) || areAlike(own, beyond);
    const known = [own, ...(isEven && !isInRun ? [other, usual] : [])].filter((gap) => !Number.isNaN(gap));
    return Math.min(HOUR_MS, ...known);
  };
}
