import { HOUR_MS } from '../time/zone.ts';
import type { ConsumedQuarters } from './always-on.ts';

/** Quarter-hours nearer than this belong to the same peak. */
const APART_MS = HOUR_MS;

/**
 * The highest quarter-hours, highest first, the earlier of equals; of those within an hour of a higher one none, so
 * that one long peak is not listed again and again. Quarter-hours without consumption are no peaks.
 *
 * @param most - how many are wanted
 * @returns their indices
 */
export function demandPeaks({ start, consumed }: ConsumedQuarters, most: number): number[] {
  const byHeight = Array.from(consumed.keys())
    .filter((index) => at(consumed, index) > 0)
    .sort((a, b) => at(consumed, b) - at(consumed, a) || at(start, a) - at(start, b));
  const peaks: number[] = [];
  for (const index of byHeight) {
    if (peaks.length >= most) break;
    const isApart = peaks.every((peak) => Math.abs(at(start, peak) - at(start, index)) >= APART_MS);
    if (isApart) peaks.push(index);
  }
  return peaks;
}

function at(column: Float64Array, index: number): number {
  return column[index] as number;
}
