import { MINUTE_MS } from '../../../base/time/zone.ts';
import type { Quarter } from '../../../telemetry/intervals/quarters.ts';
import {
  type EnergySeries,
  emptySeries,
  SERIES_COLUMNS,
  type SeriesColumn,
  type StepMinutes,
  valueAt,
} from '../../../telemetry/intervals/totals.ts';

type Sum = Exclude<SeriesColumn, 'quarters' | 'estimated' | 'peakQuarter' | 'peakQuarterStart'>;

/** Adds quarters, in ascending order, up to a series of slots. */
export function seriesOfQuarters(quarters: readonly Quarter[], stepMinutes: StepMinutes): EnergySeries {
  const stepMs = stepMinutes * MINUTE_MS;
  const slotOf = (quarter: Quarter) => Math.floor(quarter.start / stepMs) * stepMs;
  const starts = [...new Set(quarters.map(slotOf))];
  const series = emptySeries(starts.length, stepMinutes);
  series.start.set(starts);
  let slot = 0;
  for (const quarter of quarters) {
    if (valueAt(series.start, slot) !== slotOf(quarter)) slot++;
    addToSlot(series, slot, quarter);
  }
  return series;
}

const OTHERS: readonly SeriesColumn[] = ['quarters', 'estimated', 'peakQuarter', 'peakQuarterStart'];
const SUMS = SERIES_COLUMNS.filter((column): column is Sum => !OTHERS.includes(column));

function addToSlot(series: EnergySeries, slot: number, quarter: Quarter): void {
  for (const column of SUMS) series[column][slot] = valueAt(series[column], slot) + quarter[column];
  const consumed = quarter.consumedA + quarter.consumedB + quarter.consumedC;
  if (series.quarters[slot] === 0 || consumed > valueAt(series.peakQuarter, slot)) {
    series.peakQuarter[slot] = consumed;
    series.peakQuarterStart[slot] = quarter.start;
  }
  series.quarters[slot] = valueAt(series.quarters, slot) + 1;
}
