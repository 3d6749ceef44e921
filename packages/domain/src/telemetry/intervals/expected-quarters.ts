import { type CivilDate, endOfDay, startOfDay } from '../../base/time/civil-day.ts';
import { QUARTER_MS } from '../../base/time/quarter.ts';
import type { TimeSpan } from '../../base/time/span.ts';
import type { Instant, Zone } from '../../base/time/zone.ts';
import { valueAt } from './series.ts';

/** When meters were there, added up: each hour of a cycle asks what hundreds of them should have measured. */
export interface MeterStays {
  /** How many quarter-hours all of them together should have measured before the n-th since 1970. */
  readonly quartersUntil: (quarter: number) => number;
}

/** @param stays - of a meter each */
export function addStays(stays: readonly TimeSpan[]): MeterStays {
  const changes = new Map<number, number>();
  const change = (quarter: number, meters: number) =>
    changes.set(quarter, (changes.get(quarter) ?? 0) + meters);
  for (const { from, to } of stays) {
    const [first, end] = [firstWhole(from), endOfWhole(to)];
    if (first >= end) continue;
    change(first, 1);
    change(end, -1);
  }
  const steps = Float64Array.from(changes.keys()).sort();
  /** From each step on: how many meters are there, and what all of them came to before it. */
  const meters = new Float64Array(steps.length);
  const before = new Float64Array(steps.length);
  for (const [index, step] of steps.entries()) {
    const last = Math.max(0, index - 1);
    const meanwhile = valueAt(meters, last) * (step - valueAt(steps, last));
    before[index] = valueAt(before, last) + meanwhile;
    meters[index] = valueAt(meters, last) + (changes.get(step) as number);
  }
  return {
    quartersUntil(quarter) {
      const index = indexBefore(steps, quarter);
      if (index < 0) return 0;
      return valueAt(before, index) + valueAt(meters, index) * (quarter - valueAt(steps, index));
    },
  };
}

/**
 * Whole quarter-hours between two instants (epoch ms): each of them should have data. Of several meters, those of all
 * of them, each while it was there.
 */
export function expectedBetween(from: number, to: number, stays?: MeterStays): number {
  const [first, end] = [firstWhole(from), endOfWhole(to)];
  if (first >= end) return 0;
  return stays === undefined ? end - first : stays.quartersUntil(end) - stays.quartersUntil(first);
}

/**
 * Quarter-hours of civil days before the first meter was there. They are missing from the whole of these days: measuring
 * that began within a cycle leaves the cycle incomplete.
 */
export function quartersBefore(
  { first, last }: { readonly first: CivilDate; readonly last: CivilDate },
  since: Instant,
  zone: Zone,
): number {
  return expectedBetween(startOfDay(first, zone), Math.min(since, endOfDay(last, zone)));
}

/** The index of the last of some steps, ascending, that is not after a quarter-hour; −1 before the first. */
function indexBefore(steps: Float64Array, quarter: number): number {
  let low = 0;
  let high = steps.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (valueAt(steps, middle) <= quarter) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function firstWhole(at: number): number {
  return Math.ceil(at / QUARTER_MS);
}

function endOfWhole(at: number): number {
  return Math.floor(at / QUARTER_MS);
}
