import { DAY_MS, type Instant, MINUTE_MS, offsetMsAt, type Zone } from '../../base/time/zone.ts';

/** Columns of a series, all whole numbers: mWh, mvarh, ml, or counts. */
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

/** Columns of a series that belong to one phase, and `volume`. */
export type PhaseColumn = Exclude<
  SeriesColumn,
  'frames' | 'quarters' | 'estimated' | 'peakQuarter' | 'peakQuarterStart'
>;

/** Length of a slot of a series, in minutes. */
export type StepMinutes = 15 | 30 | 60;

/**
 * UTC slots with data by column, ascending. Energies are sums ≥ 0 in mWh and mvarh, `volume` is in ml. `quarters` counts measured
 * quarter-hours, `estimated` those estimated by an import. `peakQuarter` is the highest measured quarter-hour, and
 * `peakQuarterStart` its start (epoch ms); both are 0 if they were not requested.
 */
export interface EnergySeries extends Readonly<Record<SeriesColumn, Float64Array>> {
  readonly stepMinutes: StepMinutes;
  readonly length: number;
  /** Epoch ms. */
  readonly start: Float64Array;
}

/** Creates a series from some columns. All others are zero and share one array, which must not be modified. */
export function seriesWith(
  columns: Pick<EnergySeries, 'start' | 'stepMinutes'> & Partial<Pick<EnergySeries, SeriesColumn>>,
): EnergySeries {
  const { length } = columns.start;
  const none = new Float64Array(length);
  const zeros = Object.fromEntries(SERIES_COLUMNS.map((column) => [column, none]));
  return { ...(zeros as Record<SeriesColumn, Float64Array>), length, ...columns };
}

/** The value of an existing slot. */
export function valueAt(column: Float64Array, slot: number): number {
  return column[slot] as number;
}

/** The instant of an existing slot. */
export function instantAt(column: Float64Array, slot: number): Instant {
  return valueAt(column, slot) as Instant;
}

/** Index of the first slot that begins at or after an instant; the length if there is none. */
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

/** A series of zeros with its own columns, to be filled. */
export function emptySeries(length: number, stepMinutes: StepMinutes): EnergySeries {
  const columns = Object.fromEntries(SERIES_COLUMNS.map((column) => [column, new Float64Array(length)]));
  return {
    ...(columns as Record<SeriesColumn, Float64Array>),
    stepMinutes,
    length,
    start: new Float64Array(length),
  };
}

/** The longest slot length of which all these instants, or offsets from UTC in ms, are multiples. */
export function stepMinutesOf(times: readonly number[]): StepMinutes {
  const fits = (minutes: StepMinutes): boolean => times.every((at) => at % (minutes * MINUTE_MS) === 0);
  return ([60, 30] as const).find(fits) ?? 15;
}

/** The longest UTC slots of which civil hours consist: an hour, half an hour (Kolkata, Lord Howe) or a quarter (Kathmandu). */
export function stepMinutesFor(zone: Zone, from: Instant, to: Instant): StepMinutes {
  const offsets: number[] = [];
  for (let at: number = from; at < to + DAY_MS; at += DAY_MS)
    offsets.push(offsetMsAt(Math.min(at, to), zone));
  return stepMinutesOf(offsets);
}
