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
 * What was measured, column-wise, in slots of UTC in ascending order; slots without data are left out.
 *
 * Energies are sums over the slot: consumed and injected mWh, inductive and capacitive mvarh, all ≥ 0; `volume` ml.
 * `quarters` counts the measured quarter-hours inside the slot, `estimated` those among which an import spread the amount of
 * a longer row. `peakQuarter` is the most that was consumed in a measured one (mWh, all phases; of water ml) and
 * `peakQuarterStart` its start (epoch ms); both are 0 where it was not read.
 */
export interface EnergySeries extends Readonly<Record<SeriesColumn, Float64Array>> {
  readonly stepMinutes: StepMinutes;
  readonly length: number;
  /** Epoch ms. */
  readonly start: Float64Array;
}

/** A series of which some columns are told and all others are zero: these share one column, so nothing may be written into it. */
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

/** The longest slots of UTC at whose beginnings all of these lie: instants, or offsets from UTC in milliseconds. */
export function stepMinutesOf(times: readonly number[]): StepMinutes {
  const fits = (minutes: StepMinutes): boolean => times.every((at) => at % (minutes * MINUTE_MS) === 0);
  return ([60, 30] as const).find(fits) ?? 15;
}

/**
 * The longest slots of UTC that the civil hours of a zone are made of between two instants: an hour where its offset is a
 * whole number of hours throughout, else half an hour (Kolkata +5:30, Lord Howe +10:30/+11) or a quarter (Kathmandu +5:45).
 */
export function stepMinutesFor(zone: Zone, from: Instant, to: Instant): StepMinutes {
  const offsets: number[] = [];
  for (let at: number = from; at < to + DAY_MS; at += DAY_MS)
    offsets.push(offsetMsAt(Math.min(at, to), zone));
  return stepMinutesOf(offsets);
}
