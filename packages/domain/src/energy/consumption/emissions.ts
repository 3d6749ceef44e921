import type { CivilDate } from '../../base/time/civil-day.ts';
import { type CivilMonth, lastMonths, monthOf, monthsBetween } from '../../base/time/civil-month.ts';
import { kilowattHours, type MilliwattHours, milliwattHours } from '../../base/units/energy.ts';
import { type DayTotals, sumBy } from '../../telemetry/intervals/totals.ts';

/** Emission factor of the grid for a year or a month, kg of CO₂ per kWh (equal to t per MWh). */
interface EmissionFactor {
  readonly year: number;
  /** 1 to 12; null: the mean of the year. */
  readonly month: number | null;
  readonly kgPerKwh: number;
}

interface YearOfFactors {
  /** Null while the year is incomplete. */
  readonly mean: number | null;
  readonly months: readonly number[];
}

/** Monthly average factors of the Brazilian grid for inventories, January first (MCTI, SIRENE; GHG Protocol Brasil, scope 2). */
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

/** The published factor of a month, 1 to 12, or of a whole year; null if it is not published. */
export function emissionFactor(year: number, month: number | null = null): EmissionFactor | null {
  const factors = FACTORS.get(year);
  const kgPerKwh = month === null ? factors?.mean : factors?.months[month - 1];
  return kgPerKwh === undefined || kgPerKwh === null ? null : { year, month, kgPerKwh };
}

/** The factor of a month; if unpublished, the mean of its year; if unpublished too, the mean of the newest complete year. */
export function factorOfMonth(month: CivilMonth): EmissionFactor {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return emissionFactor(year, number) ?? emissionFactor(year) ?? NEWEST_YEAR;
}

/** kg of CO₂ of the energy taken from the grid. */
export function emissions(energy: MilliwattHours, factor: EmissionFactor = DEFAULT_FACTOR): number {
  return kilowattHours(energy) * factor.kgPerKwh;
}

interface MonthOfEmissions {
  readonly month: CivilMonth;
  readonly factor: EmissionFactor;
  readonly energy: MilliwattHours;
  readonly kg: number;
}

/** Emissions by month of the energy of days. */
export function emissionsByMonth(
  days: readonly (Pick<DayTotals, 'total'> & { readonly date: CivilDate })[],
  { first, last }: { readonly first: CivilDate; readonly last: CivilDate },
  factorOf: (month: CivilMonth) => EmissionFactor = factorOfMonth,
): MonthOfEmissions[] {
  const ofMonth = Map.groupBy(days, ({ date }) => monthOf(date));
  const months = lastMonths(monthOf(last), monthsBetween(monthOf(first), monthOf(last)) + 1);
  return months.map((month) => {
    const energy = milliwattHours(sumBy(ofMonth.get(month) ?? [], ({ total }) => total));
    const factor = factorOf(month);
    return { month, factor, energy, kg: emissions(energy, factor) };
  });
}

/** The total emissions of months, the resulting mean factor, and the year of the last month's factor. */
export function emissionsTogether(months: readonly MonthOfEmissions[]) {
  const kg = sumBy(months, (month) => month.kg);
  const kwh = sumBy(months, ({ energy }) => kilowattHours(energy));
  const last = months.at(-1)?.factor ?? DEFAULT_FACTOR;
  const isOne = kwh === 0 || months.every(({ factor }) => factor.kgPerKwh === last.kgPerKwh);
  return { kg, kgPerKwh: isOne ? last.kgPerKwh : Number((kg / kwh).toFixed(6)), year: last.year };
}
