import { DAY_MS, type Instant, MINUTE_MS, offsetMsAt, type Zone } from '../../base/time/zone.ts';

/** The columns of a series, all of whole numbers: mWh, mvarh, ml, or a count. */
export const SERIES_COLUMNS = [
  'consumedA',
  'consumedB',
  'consumedC',
  'injectedA',
  'injectedB',
  'injectedC',
  'inductiveA',
  'inductiveB',
  'inductiveC',
  'capacitiveA',
  'capacitiveB',
  'capacitiveC',
  'volume',
  'frames',
  'quarters',
  'estimated',
  'peakQuarter',
  'peakQuarterStart',
] as const;

export type SeriesColumn = (typeof SERIES_COLUMNS)[number];

/** The columns of a series that one phase fills, and `volume`. */
export type PhaseColumn = Exclude<
  SeriesColumn,
  'frames' | 'quarters' | 'estimated' | 'peakQuarter' | 'peakQuarterStart'
>;

/** Length of a slot of a series, in minutes. */
export type StepMinutes = 15 | 30 | 60;

/**
 * Slots of UTC with data, column-wise, ascending. Energies are sums ≥ 0 in mWh and mvarh, `volume` in ml; `quarters` counts
 * measured quarter-hours, `estimated` those that an import spread; `peakQuarter` is the highest measured one, starting at
 * `peakQuarterStart` (epoch ms); both are 0 where they were not read.
 */
export interface EnergySeries extends Readonly<Record<SeriesColumn, Float64Array>> {
  readonly stepMinutes: StepMinutes;
  readonly length: number;
  /** Epoch ms. */
  readonly start: Float64Array;
}

/** A series with some columns; the others are zero and share one column, so nothing may be written into it. */
export function seriesWith(
  columns: Pick<EnergySeries, 'start' | 'stepMinutes'> & Partial<Pick<EnergySeries, SeriesColumn>>,
): EnergySeries {
  const { length } = columns.start;
  const none = new Float64Array(length);
  const zeros = Object.fromEntries(SERIES_COLUMNS.map((column) => [column, none]));
  return { ...(zeros as Record<SeriesColumn, Float64Array>), length, ...columns };
}

/** The value of a slot that the series has. */
export function valueAt(column: Float64Array, slot: number): number {
  return column[slot] as number;
}

/** The instant of a slot that the column has. */
export function instantAt(column: Float64Array, slot: number): Instant {
  return valueAt(column, slot) as Instant;
}

/** The first slot that begins at an instant or later; the length where none does. */
export function firstSlotFrom(series: EnergySeries, from: number): number {
  let low = 0;
  let high = series.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (valueAt(series.start, middle) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A series of so many slots, all zero, to be filled. */
export function emptySeries(length: number, stepMinutes: StepMinutes): EnergySeries {
  const columns = Object.fromEntries(SERIES_COLUMNS.map((column) => [column, new Float64Array(length)]));
  return {
    ...(columns as Record<SeriesColumn, Float64Array>),
    stepMinutes,
    length,
    start: new Float64Array(length),
  };
}

/** The longest slots of UTC at whose starts all of these lie: instants, or offsets from UTC in milliseconds. */
export function stepMinutesOf(times: readonly number[]): StepMinutes {
  const fits = (minutes: StepMinutes): boolean => times.every((at) => at % (minutes * MINUTE_MS) === 0);
  return ([60, 30] as const).find(fits) ?? 15;
}

/** The longest slots that civil hours consist of: an hour, half an hour (Kolkata, Lord Howe) or a quarter (Kathmandu). */
export function stepMinutesFor(zone: Zone, from: Instant, to: Instant): StepMinutes {
  const offsets: number[] = [];
  for (let at: number = from; at < to + DAY_MS; at += DAY_MS)
    offsets.push(offsetMsAt(Math.min(at, to), zone));
  return stepMinutesOf(offsets);
}
