import { MINUTE_MS } from '../time/zone.ts';
import { type EnergySeries, emptySeries, valueAt } from './series.ts';

const SUMMED = ['consumedA', 'consumedB', 'consumedC', 'volume', 'quarters'] as const;

/**
 * What several meters consumed together, slot by slot. `quarters` counts the quarter-hours of all of them: it is held
 * against what all of them should have measured. A whole has no highest quarter-hour that its parts could tell.
 *
 * @param parts - of slots of the same length, ascending
 */
export function sumSeries(parts: readonly EnergySeries[]): EnergySeries {
  const measured = parts.filter(({ length }) => length > 0);
  const [only, another] = measured;
  if (only === undefined) return emptySeries(0, parts[0]?.stepMinutes ?? 15);
  if (another === undefined) return only;
  const stepMs = only.stepMinutes * MINUTE_MS;
  const first = Math.min(...measured.map(({ start }) => valueAt(start, 0)));
  const last = Math.max(...measured.map(({ start, length }) => valueAt(start, length - 1)));
  const sum = emptySeries((last - first) / stepMs + 1, only.stepMinutes);
  for (let slot = 0; slot < sum.length; slot++) sum.start[slot] = first + slot * stepMs;
  for (const series of measured) {
    const places = Array.from(series.start.subarray(0, series.length), (start) => (start - first) / stepMs);
    for (const column of SUMMED) addColumn(sum[column], series[column], places);
  }
  return sum;
}

function addColumn(sum: Float64Array, column: Float64Array, places: readonly number[]): void {
  for (const [slot, place] of places.entries()) sum[place] = valueAt(sum, place) + valueAt(column, slot);
}
