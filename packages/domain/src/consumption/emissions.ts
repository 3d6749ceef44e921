import type { CivilMonth } from '../time/civil-month.ts';
import { kilowattHours, type MilliwattHours } from '../units/energy.ts';

/** kg of CO₂ per kWh (the same figure as t per MWh) of the grid in a year or a month of it. */
export interface EmissionFactor {
  readonly year: number;
  /** 1 to 12; null is the mean of the year. */
  readonly month: number | null;
  readonly kgPerKwh: number;
}

interface YearOfFactors {
  /** Null while the year is incomplete. */
  readonly mean: number | null;
  readonly months: readonly number[];
}

/**
 * Average emission factors of the Brazilian interconnected grid for inventories (not the operating margin), MCTI /
 * SIRENE; months from January on. GHG Protocol Brasil, scope 2, multiplies consumption by these.
 */
const FACTORS: ReadonlyMap<number, YearOfFactors> = new Map([
  [2018, { mean: 0.074, months: [] }],
  [2019, { mean: 0.075, months: [] }],
  [2020, { mean: 0.0617, months: [] }],
  [2021, { mean: 0.1263, months: [] }],
  [2022, { mean: 0.0426, months: [] }],
  [2023, { mean: 0.0385, months: [] }],
  [
    2024,
    {
      mean: 0.0545,
      months: [
        0.0421, 0.0376, 0.0278, 0.0195, 0.0283, 0.0365, 0.0571, 0.0739, 0.0917, 0.1127, 0.0701, 0.0564,
      ],
    },
  ],
  [
    2025,
    {
      mean: null,
      months: [0.0237, 0.0248, 0.0215, 0.0289, 0.0309, 0.0455, 0.0603, 0.0667, 0.0563, 0.068, 0.0778],
    },
  ],
]);

/** The product's factor (spec, section 9): the mean of 2022. */
export const DEFAULT_FACTOR: EmissionFactor = { year: 2022, month: null, kgPerKwh: 0.0426 };

/** The mean factors of whole years, oldest first. */
export const EMISSION_FACTORS: readonly EmissionFactor[] = [...FACTORS].flatMap(([year, { mean }]) =>
  mean === null ? [] : [{ year, month: null, kgPerKwh: mean }],
);

const NEWEST_YEAR = EMISSION_FACTORS.at(-1) as EmissionFactor;

/**
 * The published factor of a month, or of a whole year.
 * @param month - 1 to 12; null for the year
 * @returns null when it is not published
 */
export function emissionFactor(year: number, month: number | null = null): EmissionFactor | null {
  const factors = FACTORS.get(year);
  const kgPerKwh = month === null ? factors?.mean : factors?.months[month - 1];
  return kgPerKwh === undefined || kgPerKwh === null ? null : { year, month, kgPerKwh };
}

/**
 * The factor to count a month with: its own; else the mean of its year; else, for what is not published yet, the mean
 * of the newest whole year. The factor says which year and month it is of.
 */
export function factorOfMonth(month: CivilMonth): EmissionFactor {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return emissionFactor(year, number) ?? emissionFactor(year) ?? NEWEST_YEAR;
}

/** kg of CO₂ of the energy taken from the grid. */
export function emissions(energy: MilliwattHours, factor: EmissionFactor = DEFAULT_FACTOR): number {
  return kilowattHours(energy) * factor.kgPerKwh;
}
