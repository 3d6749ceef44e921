import { type CivilDate, endOfDay, startOfDay } from '../../base/time/civil-day.ts';
import { QUARTER_MS } from '../../base/time/quarter.ts';
import type { TimeSpan } from '../../base/time/span.ts';
import { DAY_MS, type Instant, MINUTE_MS, offsetMsAt, type Zone } from '../../base/time/zone.ts';
import type { MillivarHours, MilliwattHours } from '../../base/units/energy.ts';
import { averagePower, type Watts } from '../../base/units/power.ts';
import type { Millilitres } from '../../base/units/volume.ts';
import type { TouPeriod } from '../../sites/tou-windows/tou-periods.ts';

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

/** The sum of three phases in an existing slot. Several columns are the same array only if all of them are zero. */
export function phaseSumAt(a: Float64Array, b: Float64Array, c: Float64Array, slot: number): number {
  return b === c ? valueAt(a, slot) : valueAt(a, slot) + valueAt(b, slot) + valueAt(c, slot);
}

/** The instant of an existing slot. */
export function instantAt(column: Float64Array, slot: number): Instant {
  return valueAt(column, slot) as Instant;
}

/** Index of the first slot from `lowest` on that begins at or after an instant; the length if there is none. */
export function firstSlotFrom(series: EnergySeries, from: number, lowest = 0): number {
  let low = lowest;
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

/**
 * The time for which several meters are installed, as a cumulative sum: each hour of a cycle needs the expected quarter-hours of
 * hundreds of meters.
 */
export interface MeterStays {
  /** Number of quarter-hours that all meters together should have measured before a quarter-hour, which is counted from 1970. */
  readonly quartersUntil: (quarter: number) => number;
  /** Number of installed meters between two quarter-hours, which are counted from 1970; null if it changes between them. */
  readonly metersBetween: (from: number, to: number) => number | null;
}

/** @param stays - one interval for each meter */
export function addStays(stays: readonly TimeSpan[]): MeterStays {
  const changes = new Map<number, number>();
  const change = (quarter: number, meters: number) =>
    changes.set(quarter, (changes.get(quarter) ?? 0) + meters);
  for (const { from, to } of stays) {
    const [first, end] = [firstComplete(from), endOfComplete(to)];
    if (first >= end) continue;
    change(first, 1);
    change(end, -1);
  }
  const steps = Float64Array.from(changes.keys()).sort();
  /**
   * For each step, at which the number of installed meters changes: the number from then on, and the quarter-hours of all meters
   * before it.
   */
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
    metersBetween(from, to) {
      const index = indexBefore(steps, from);
      if (index + 1 < steps.length && valueAt(steps, index + 1) < to) return null;
      return index < 0 ? 0 : valueAt(meters, index);
    },
  };
}

/**
 * Number of complete quarter-hours between two instants (epoch ms). With `stays`, the sum over all meters while each is
 * installed.
 */
export function expectedBetween(from: number, to: number, stays?: MeterStays): number {
  const [first, end] = [firstComplete(from), endOfComplete(to)];
  if (first >= end) return 0;
  return stays === undefined ? end - first : stays.quartersUntil(end) - stays.quartersUntil(first);
}

/** Number of quarter-hours of civil days before the first meter was installed; they count as missing. */
export function quartersBefore(
  { first, last }: { readonly first: CivilDate; readonly last: CivilDate },
  since: Instant,
  zone: Zone,
): number {
  return expectedBetween(startOfDay(first, zone), Math.min(since, endOfDay(last, zone)));
}

/** Index of the last step that is not after a quarter-hour; −1 before the first. Steps are ascending. */
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

function firstComplete(at: number): number {
  return Math.ceil(at / QUARTER_MS);
}

function endOfComplete(at: number): number {
  return Math.floor(at / QUARTER_MS);
}

/** The utility that a meter measures and a tariff prices. */
export type Utility = 'electric' | 'water';

/** mWh of an electric meter, ml of a water meter: thousandths of the priced kWh or m³. */
export type Quantity = MilliwattHours | Millilitres;

export interface Phases<T extends number> {
  readonly a: T;
  readonly b: T;
  readonly c: T;
}

/** The quarter-hour with the highest consumption; `demandOf` computes its demand. */
export interface PeakQuarter {
  readonly energy: MilliwattHours;
  readonly start: Instant;
}

/** Totals of an hour, a day, or any number of days. All are exact sums of whole numbers. */
export interface Totals {
  /** Energy consumed by all phases, or the volume of a water meter. */
  readonly total: Quantity;
  readonly consumed: Phases<MilliwattHours>;
  readonly injected: Phases<MilliwattHours>;
  readonly inductive: Phases<MillivarHours>;
  readonly capacitive: Phases<MillivarHours>;
  readonly volume: Millilitres;
  /** Null without data or for water. */
  readonly peakQuarter: PeakQuarter | null;
  /** Number of measured quarter-hours among the expected ones. */
  readonly presentQuarters: number;
  /**
   * Number of estimated quarter-hours among the expected ones. Their energy is in the totals, but they do not count as measured.
   */
  readonly estimatedQuarters: number;
  /** Number of complete quarter-hours since the start of the installation, which should have data. */
  readonly expectedQuarters: number;
  /** Measured divided by expected quarter-hours, 0..1; 0 if none was expected. */
  readonly completeness: number;
}

/** `total` by time-of-use period; the three add up to it. */
export type TouTotals = Readonly<Record<TouPeriod, Quantity>>;

/**
 * One hour of the local clock. An hour that the clock repeats is one row with the sum of both; a skipped hour is an empty row.
 */
export interface HourConsumption extends Totals, TouTotals {
  /** 0 to 23. */
  readonly hour: number;
  /** The time-of-use period of most of the hour. */
  readonly touPeriod: TouPeriod;
  /** Injected energy by time-of-use period, for an hour within which a period begins; absent otherwise. */
  readonly injectedByTouPeriod?: Readonly<Record<TouPeriod, MilliwattHours>>;
}

/** One civil day, the exact sum of its hours. */
export interface DayConsumption extends Totals, TouTotals {
  readonly date: CivilDate;
  /** 24 rows; today only up to the current hour; empty for a future day. */
  readonly hours: readonly HourConsumption[];
}

/** The exact sum of several days: a month, a billing cycle, a period. */
export interface PeriodConsumption extends Totals, TouTotals {}

/** Measured divided by expected quarter-hours; 0 if none was expected. */
export function completenessOf(presentQuarters: number, expectedQuarters: number): number {
  return expectedQuarters === 0 ? 0 : presentQuarters / expectedQuarters;
}

/** Measured and estimated shares of the expected quarter-hours of a period, 0..1. */
export interface Completeness {
  readonly completeness: number;
  /** Absent if nothing was estimated. */
  readonly estimated?: number;
}

/** @param missing - further expected quarter-hours without data, such as those before the first meter */
export function sharesOf(
  {
    presentQuarters,
    estimatedQuarters,
    expectedQuarters,
  }: Pick<Totals, 'presentQuarters' | 'estimatedQuarters' | 'expectedQuarters'>,
  missing = 0,
): Completeness {
  const expected = expectedQuarters + missing;
  return {
    completeness: completenessOf(presentQuarters, expected),
    ...(estimatedQuarters > 0 && { estimated: completenessOf(estimatedQuarters, expected) }),
  };
}

/** Copies the shares of one answer to another. */
export function repeatShares({
  completeness,
  estimated,
}: {
  readonly completeness: number;
  readonly estimated?: number | undefined;
}): Completeness {
  return { completeness, ...(estimated !== undefined && { estimated }) };
}

/** The mean shares of several subjects; 0 for an empty list. */
export function meanShares(
  all: readonly { readonly completeness: number; readonly estimated?: number | undefined }[],
): Completeness {
  const count = Math.max(1, all.length);
  const estimated = all.reduce((sum, one) => sum + (one.estimated ?? 0), 0);
  return {
    completeness: all.reduce((sum, one) => sum + one.completeness, 0) / count,
    ...(estimated > 0 && { estimated: estimated / count }),
  };
}

/** The average power of a quarter-hour: its energy × 4. */
export function demandOf(quarter: PeakQuarter): Watts {
  return averagePower(quarter.energy, QUARTER_MS);
}

/** The sum of all phases. */
export function phaseSum<T extends number>(phases: Phases<T>): T {
  return (phases.a + phases.b + phases.c) as T;
}

/** The exact sum of totals; zero for an empty list. */
export function sumTotals(parts: readonly Totals[]): Totals {
  let [total, volume, presentQuarters, estimatedQuarters, expectedQuarters] = [0, 0, 0, 0, 0];
  let peakQuarter: PeakQuarter | null = null;
  const [consumed, injected, inductive, capacitive] = [noPhases(), noPhases(), noPhases(), noPhases()];
  for (const part of parts) {
    total += part.total;
    volume += part.volume;
    presentQuarters += part.presentQuarters;
    estimatedQuarters += part.estimatedQuarters;
    expectedQuarters += part.expectedQuarters;
    peakQuarter = higherPeak(peakQuarter, part.peakQuarter);
    addPhases(consumed, part.consumed);
    addPhases(injected, part.injected);
    addPhases(inductive, part.inductive);
    addPhases(capacitive, part.capacitive);
  }
  return {
    total: total as Quantity,
    consumed: consumed as Phases<MilliwattHours>,
    injected: injected as Phases<MilliwattHours>,
    inductive: inductive as Phases<MillivarHours>,
    capacitive: capacitive as Phases<MillivarHours>,
    volume: volume as Millilitres,
    peakQuarter,
    presentQuarters,
    estimatedQuarters,
    expectedQuarters,
    completeness: completenessOf(presentQuarters, expectedQuarters),
  };
}

/** The exact sum by time-of-use period; zero for an empty list. */
export function sumTouPeriods<T extends Quantity>(
  parts: readonly Readonly<Record<TouPeriod, T>>[],
): Readonly<Record<TouPeriod, T>> {
  return {
    inPoint: sumBy(parts, (part) => part.inPoint),
    interPoint: sumBy(parts, (part) => part.interPoint),
    outPoint: sumBy(parts, (part) => part.outPoint),
  };
}

/** The sum of whole numbers of one unit. */
export function sumBy<P, T extends number>(parts: readonly P[], quantity: (part: P) => T): T {
  let sum = 0;
  for (const part of parts) sum += quantity(part);
  return sum as T;
}

/** Totals of days. */
export interface DayTotals {
  /** mWh, or ml. */
  readonly total: number;
  readonly presentQuarters: number;
  readonly estimatedQuarters: number;
  readonly expectedQuarters: number;
}

/** The exact sum of days, without time-of-use periods; zero for an empty list. */
export function totalsOfDays(days: readonly DayTotals[]): DayTotals {
  return {
    total: sumBy(days, (day) => day.total),
    presentQuarters: sumBy(days, (day) => day.presentQuarters),
    estimatedQuarters: sumBy(days, (day) => day.estimatedQuarters),
    expectedQuarters: sumBy(days, (day) => day.expectedQuarters),
  };
}

interface PhaseSums {
  a: number;
  b: number;
  c: number;
}

const noPhases = (): PhaseSums => ({ a: 0, b: 0, c: 0 });

function addPhases(sums: PhaseSums, { a, b, c }: Phases<number>): void {
  sums.a += a;
  sums.b += b;
  sums.c += c;
}

/** The higher of two peaks; the first if they are equal. */
export function higherPeak(first: PeakQuarter | null, second: PeakQuarter | null): PeakQuarter | null {
  if (first === null || second === null) return first ?? second;
  return second.energy > first.energy ? second : first;
}
