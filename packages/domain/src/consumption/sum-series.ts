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
  for (const series of measured) addSeries(sum, series, first, stepMs);
  return sum;
}

function addSeries(sum: EnergySeries, series: EnergySeries, first: number, stepMs: number): void {
  const { start, length } = series;
  const places = new Uint32Array(length);
  for (let slot = 0; slot < length; slot++) places[slot] = (valueAt(start, slot) - first) / stepMs;
  for (const column of SUMMED) {
    const [from, into] = [series[column], sum[column]];
    // What a meter has none of shares one column of zeros with all else that it has none of.
    if (from === series.frames) continue;
    for (let slot = 0; slot < length; slot++) {
      const place = places[slot] as number;
      into[place] = valueAt(into, place) + valueAt(from, slot);
    }
  }
}
