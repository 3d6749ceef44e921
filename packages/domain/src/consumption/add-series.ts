import type { Instant } from '../time/zone.ts';
import { type EnergySeries, emptySeries, SERIES_COLUMNS, valueAt } from './series.ts';

/** What one of several meters measured while it was there. */
export interface SeriesPart {
  /** Of quarters, ascending; nothing outside of its time. */
  readonly series: EnergySeries;
  /** When it was there: [from, to). */
  readonly from: Instant;
  readonly to: Instant;
}

const SUMS = SERIES_COLUMNS.filter(
  (column) => column !== 'quarters' && column !== 'peakQuarter' && column !== 'peakQuarterStart',
);

/**
 * What several meters measured together, by quarter-hours. A quarter counts as measured only where every meter that was
 * there has data: a sum that lacks one of them is not whole.
 */
export function addSeries(parts: readonly SeriesPart[]): EnergySeries {
  const starts = new Float64Array(
    new Set(parts.flatMap(({ series }) => Array.from(series.start.subarray(0, series.length)))),
  ).sort();
  const sum = emptySeries(starts.length, 15);
  sum.start.set(starts);
  const present = new Uint16Array(starts.length);
  for (const { series } of parts) addInto(sum, present, series);
  for (let slot = 0; slot < starts.length; slot++) {
    const at = valueAt(starts, slot);
    const expected = parts.filter(({ from, to }) => from <= at && at < to).length;
    sum.quarters[slot] = (present[slot] as number) >= expected ? 1 : 0;
  }
  return sum;
}

function addInto(sum: EnergySeries, present: Uint16Array, series: EnergySeries): void {
  let into = 0;
  for (let slot = 0; slot < series.length; slot++) {
    const at = valueAt(series.start, slot);
    while (valueAt(sum.start, into) < at) into++;
    present[into] = (present[into] as number) + 1;
    for (const column of SUMS) {
      sum[column][into] = valueAt(sum[column], into) + valueAt(series[column], slot);
    }
  }
}
