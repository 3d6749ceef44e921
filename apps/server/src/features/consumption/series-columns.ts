import {
  type EnergySeries,
  type SeriesColumn,
  type StepMinutes,
  seriesWith,
} from '@nascente/domain/consumption/series';
import { QUARTER_MS } from '@nascente/domain/time/quarter';
import { MINUTE_MS } from '@nascente/domain/time/zone';

const ZERO = 48;
const NINE = 57;
/** Quarters of a slot are counted in the low bits of its number. */
export const COUNT_FACTOR = 8;
/** Which quarter of the slot was the highest, in the low bits of its energy: the earlier, the larger. */
export const PEAK_FACTOR = 4;

/** A row of the database: each column the text of an array, `{12,7}`; null is a column of zeros. */
export interface SeriesRow extends Partial<Record<SeriesColumn, string | null>> {
  readonly length: number;
  /** Slots since 1970 × COUNT_FACTOR + quarters with data. */
  readonly slots: string | null;
  /** Highest quarter's energy × PEAK_FACTOR + (3 - its place in the hour). */
  readonly peaks: string | null;
}

/** Reads whole numbers ≥ 0 one after the other; pg's own parser of arrays takes ten times as long. */
export const readNumbers = (text: string, target: Float64Array, offset: number): void => {
  let index = offset;
  let number = 0;
  for (let at = 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= ZERO && code <= NINE) number = number * 10 + code - ZERO;
    else {
      target[index++] = number;
      number = 0;
    }
  }
};

const readSlots = (series: EnergySeries, slots: Float64Array, stepMs: number): void => {
  slots.forEach((value, index) => {
    const slot = Math.floor(value / COUNT_FACTOR);
    series.start[index] = slot * stepMs;
    series.quarters[index] = value - slot * COUNT_FACTOR;
  });
};

const readPeaks = (series: EnergySeries, peaks: Float64Array, stepMs: number): void => {
  peaks.forEach((value, index) => {
    const energy = Math.floor(value / PEAK_FACTOR);
    const place = PEAK_FACTOR - 1 - (value - energy * PEAK_FACTOR);
    const start = series.start[index] ?? 0;
    series.peakQuarter[index] = energy;
    series.peakQuarterStart[index] = stepMs === QUARTER_MS ? start : start + place * QUARTER_MS;
  });
};

const ALWAYS = ['quarters', 'peakQuarter', 'peakQuarterStart'] as const;

/** Columns that nobody asked for share one of zeros: most of a year's memory would be theirs. */
const seriesToFill = (
  length: number,
  columns: readonly SeriesColumn[],
  stepMinutes: StepMinutes,
): EnergySeries => {
  const start = new Float64Array(length);
  const filled = [...ALWAYS, ...columns].map((column) => [column, new Float64Array(length)] as const);
  return seriesWith({ start, stepMinutes, ...Object.fromEntries(filled) });
};

/** One series of rows that follow one another in time. */
export const seriesOf = (
  rows: readonly SeriesRow[],
  columns: readonly SeriesColumn[],
  stepMinutes: StepMinutes,
): EnergySeries => {
  const length = rows.reduce((sum, row) => sum + row.length, 0);
  const series = seriesToFill(length, columns, stepMinutes);
  const slots = new Float64Array(length);
  const peaks = new Float64Array(length);
  let offset = 0;
  for (const row of rows) {
    if (row.slots !== null) readNumbers(row.slots, slots, offset);
    if (row.peaks !== null) readNumbers(row.peaks, peaks, offset);
    for (const column of columns) {
      const text = row[column];
      if (text) readNumbers(text, series[column], offset);
    }
    offset += row.length;
  }
  readSlots(series, slots, stepMinutes * MINUTE_MS);
  readPeaks(series, peaks, stepMinutes * MINUTE_MS);
  return series;
};
