import { HOUR_MS } from '../../base/time/zone.ts';
import type { ConsumedQuarters } from './always-on.ts';

/** Quarter-hours nearer than this belong to the same peak. */
const APART_MS = HOUR_MS;

/**
 * The highest quarter-hours, highest first, the earlier of equals; of those within an hour of a higher one none, so
 * that one long peak is not listed again and again. Quarter-hours without consumption are no peaks. Few are wanted of
 * thousands: looking for each costs less than putting all in order.
 *
 * @param most - how many are wanted
 * @returns their indices
 */
export function demandPeaks({ start, consumed }: ConsumedQuarters, most: number): number[] {
  const left = consumed.slice();
  const peaks: number[] = [];
  while (peaks.length < most) {
    const peak = highestIn(left);
    if (peak === null) break;
    peaks.push(peak);
    leaveOutAround(peak, start, left);
  }
  return peaks;
}

/** The first of the highest; null where nothing is left. */
function highestIn(left: Float64Array): number | null {
  let highest: number | null = null;
  let most = 0;
  for (let index = 0; index < left.length; index++) {
    const energy = at(left, index);
    if (energy <= most) continue;
    most = energy;
    highest = index;
  }
  return highest;
}

function leaveOutAround(peak: number, start: Float64Array, left: Float64Array): void {
  const [after, before] = [at(start, peak) - APART_MS, at(start, peak) + APART_MS];
  for (let index = peak; index >= 0 && at(start, index) > after; index--) left[index] = 0;
  for (let index = peak; index < left.length && at(start, index) < before; index++) left[index] = 0;
}

function at(column: Float64Array, index: number): number {
  return column[index] as number;
}
