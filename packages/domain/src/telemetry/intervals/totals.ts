import { type CivilDate, endOfDay, startOfDay } from '../../base/time/civil-day.ts';
import { QUARTER_MS } from '../../base/time/quarter.ts';
import type { TimeSpan } from '../../base/time/span.ts';
import type { Instant, Zone } from '../../base/time/zone.ts';
import type { MillivarHours, MilliwattHours } from '../../base/units/energy.ts';
import { averagePower, type Watts } from '../../base/units/power.ts';
import type { Millilitres } from '../../base/units/volume.ts';
import type { TouPeriod } from '../../sites/tou-windows/tou-periods.ts';
import { valueAt } from './series.ts';

/** The stays of meters, summed: each hour of a cycle needs the expected quarter-hours of hundreds of them. */
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
    const [first, end] = [firstComplete(from), endOfComplete(to)];
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

/** Whole quarter-hours between two instants (epoch ms); of several meters, those of all, each while it was there. */
export function expectedBetween(from: number, to: number, stays?: MeterStays): number {
  const [first, end] = [firstComplete(from), endOfComplete(to)];
  if (first >= end) return 0;
  return stays === undefined ? end - first : stays.quartersUntil(end) - stays.quartersUntil(first);
}

/** Quarter-hours of civil days before the first meter was there; they count as missing. */
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

function firstComplete(at: number): number {
  return Math.ceil(at / QUARTER_MS);
}

function endOfComplete(at: number): number {
  return Math.floor(at / QUARTER_MS);
}

/** The utility that a meter counts and a tariff prices. */
export type Utility = 'electric' | 'water';

/** mWh of an electric meter, ml of a water meter: thousandths of the priced kWh or m³. */
export type Quantity = MilliwattHours | Millilitres;

export interface Phases<T extends number> {
  readonly a: T;
  readonly b: T;
  readonly c: T;
}

/** The quarter-hour in which most was consumed; its demand is `demandOf`. */
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
  /** Null without data, and for water. */
  readonly peakQuarter: PeakQuarter | null;
  /** Measured quarter-hours, of those expected. */
  readonly presentQuarters: number;
  /** Estimated quarter-hours among the expected ones. They count in the amounts, and not as measured. */
  readonly estimatedQuarters: number;
  /** Whole quarter-hours that have passed since the installation's start: they should have data. */
  readonly expectedQuarters: number;
  /** Measured over expected, 0..1; 0 if nothing was expected. */
  readonly completeness: number;
}

/** The total by time-of-use post; the three add up to it. */
export type TouTotals = Readonly<Record<TouPeriod, Quantity>>;

/** One hour of the local clock. An hour that the clock repeated is one row with both, one that it skipped is empty. */
export interface HourConsumption extends Totals, TouTotals {
  /** 0 to 23. */
  readonly hour: number;
  /** That of most of the hour. */
  readonly touPeriod: TouPeriod;
  /** Injected energy by tariff period, of an hour in which a period begins; absent in any other. */
  readonly injectedByTouPeriod?: Readonly<Record<TouPeriod, MilliwattHours>>;
}

/** One civil day, the exact sum of its hours. */
export interface DayConsumption extends Totals, TouTotals {
  readonly date: CivilDate;
  /** 24 rows; today up to the current hour; none of a day to come. */
  readonly hours: readonly HourConsumption[];
}

/** Several days (a month, a billing cycle, a period), the exact sum of them. */
export interface PeriodConsumption extends Totals, TouTotals {}

/** Measured over expected quarter-hours; 0 if nothing was expected. */
export function completenessOf(presentQuarters: number, expectedQuarters: number): number {
  return expectedQuarters === 0 ? 0 : presentQuarters / expectedQuarters;
}

/** Measured and estimated shares of the expected quarter-hours of a period, 0..1. */
export interface Completeness {
  readonly completeness: number;
  /** Absent where nothing was. */
  readonly estimated?: number;
}

/** @param missing - expected quarter-hours outside of those that were counted, such as those before the first meter */
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

/** The shares of an answer, to be repeated in another. */
export function repeatShares({
  completeness,
  estimated,
}: {
  readonly completeness: number;
  readonly estimated?: number | undefined;
}): Completeness {
  return { completeness, ...(estimated !== undefined && { estimated }) };
}

/** The mean of the shares of several; of none, nothing is measured. */
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

/** The energy of all phases. */
export function phaseSum<T extends number>(phases: Phases<T>): T {
  return (phases.a + phases.b + phases.c) as T;
}

/** The exact sum of parts of time; of none, zero. */
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

/** The exact sum of parts of time by post; of none, zero. */
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

/** The exact sum of days without their posts; of none, zero. */
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

/** The higher of two peaks; of equal ones the first. */
export function higherPeak(first: PeakQuarter | null, second: PeakQuarter | null): PeakQuarter | null {
  if (first === null || second === null) return first ?? second;
  return second.energy > first.energy ? second : first;
}
