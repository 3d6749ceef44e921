import { t90 } from '../../energy/forecast/forecast.ts';

/** Confidence in a saving: `high` with many nearly complete cycles of similar savings, `medium` with some, `low` with few. */
export const SURENESS = ['high', 'medium', 'low'] as const;
type Sureness = (typeof SURENESS)[number];

/** A measured cycle and its saving in R$; negative if it would have been dearer. */
export interface SavedCycle {
  readonly days: number;
  readonly saving: number;
  /** Measured share of the cycle, 0..1. */
  readonly completeness: number;
}

interface YearlySaving {
  readonly perYear: number;
  readonly low: number;
  readonly high: number;
  readonly sureness: Sureness;
}

export const DAYS_A_YEAR = 365;
const CYCLES_A_YEAR = 12;
/** R$ a year (5 a month): a smaller saving is not worth a request to the distributor. */
export const MIN_A_YEAR = 60;
const MAX_MEASURED = 0.95;
const MUCH_MEASURED = 0.8;
const MANY_CYCLES = 11;
const SOME_CYCLES = 6;
const MANY_NIGHTS = 14;
const SOME_NIGHTS = 5;
const CENTS = 100;

function toCents(reais: number): number {
  return Math.round(reais * CENTS) / CENTS;
}

/**
 * The mean daily saving × 365. `low` and `high` are the prediction interval of twelve cycles; with fewer than three measured
 * cycles, 0 and twice the saving.
 * @returns null below R$ 60 a year
 */
export function yearlySaving(cycles: readonly SavedCycle[]): YearlySaving | null {
  const days = cycles.reduce((sum, cycle) => sum + cycle.days, 0);
  if (days === 0) return null;
  const perYear = (cycles.reduce((sum, { saving }) => sum + saving, 0) / days) * DAYS_A_YEAR;
  if (perYear < MIN_A_YEAR) return null;
  const margin = marginOf(cycles, perYear);
  const low = Math.max(0, perYear - margin);
  return {
    perYear: toCents(perYear),
    low: toCents(low),
    high: toCents(perYear + margin),
    sureness: surenessOf(cycles, low),
  };
}

function marginOf(cycles: readonly SavedCycle[], perYear: number): number {
  const count = cycles.length;
  const quantile = t90(count - 1);
  if (quantile === null) return perYear;
  const each = perYear / CYCLES_A_YEAR;
  const perCycle = DAYS_A_YEAR / CYCLES_A_YEAR;
  const squares = cycles.reduce((sum, { saving, days }) => sum + ((saving / days) * perCycle - each) ** 2, 0);
  return quantile * Math.sqrt((squares / (count - 1)) * (CYCLES_A_YEAR + CYCLES_A_YEAR ** 2 / count));
}

function surenessOf(cycles: readonly SavedCycle[], low: number): Sureness {
  const measured = cycles.reduce((sum, { completeness }) => sum + completeness, 0) / cycles.length;
  if (cycles.length >= MANY_CYCLES && measured >= MAX_MEASURED && low > 0) return 'high';
  return cycles.length >= SOME_CYCLES && measured >= MUCH_MEASURED ? 'medium' : 'low';
}

/** Rounds a saving that was computed elsewhere to cents; null below R$ 60 a year. */
export function yearlyAmount({ perYear, low, high, sureness }: YearlySaving): YearlySaving | null {
  if (perYear < MIN_A_YEAR) return null;
  return { perYear: toCents(perYear), low: toCents(low), high: toCents(high), sureness };
}

/**
 * The yearly cost of a leak; `low` and `high` follow its lowest and highest night. A continuous flow may be intended, so its
 * confidence is low.
 * @param costPerDay - R$ @param flow - above the usual flow, L/h @param flows - of the nights above the usual flow, L/h @returns
 * null below R$ 60 a year
 */
export function yearlyLoss(
  costPerDay: number,
  flow: number,
  flows: readonly number[],
  isContinuous: boolean,
): YearlySaving | null {
  const perYear = costPerDay * DAYS_A_YEAR;
  if (perYear < MIN_A_YEAR || flow <= 0) return null;
  const [minimum, maximum] = [Math.min(flow, ...flows), Math.max(flow, ...flows)];
  const many = flows.length >= MANY_NIGHTS ? 'high' : flows.length >= SOME_NIGHTS ? 'medium' : 'low';
  return {
    perYear: toCents(perYear),
    low: toCents((perYear * Math.max(0, minimum)) / flow),
    high: toCents((perYear * maximum) / flow),
    sureness: isContinuous ? 'low' : many,
  };
}
