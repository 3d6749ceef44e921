import type { CivilMonth } from '../../base/time/civil-month.ts';

/** A published emission factor of the Brazilian grid: the mean of a month or of a year. */
export interface EmissionFactor {
  readonly year: number;
  /** 1 to 12; null: the mean of the year. */
  readonly month: number | null;
  /** kg of CO₂ per kWh, equal to t per MWh. */
  readonly kgPerKwh: number;
  /** In Portuguese: who published it. */
  readonly source: string;
}

/** The factor by which a month counts. */
export interface MonthFactor extends EmissionFactor {
  /** The factor of another year replaces an unpublished one. */
  readonly isProvisional: boolean;
}

/** The product's factor (spec, section 9): the mean of 2022. */
export const DEFAULT_FACTOR: MonthFactor = {
  year: 2022,
  month: null,
  kgPerKwh: 0.0426,
  source: 'MCTI/SIRENE',
  isProvisional: false,
};

/** Plausible factors of the Brazilian grid, kg of CO₂ per kWh. Values outside are typing errors or of another unit. */
export const FACTOR_LIMITS = { min: 0.001, max: 1.5 } as const;

const PER_YEAR = 12;

const yearOf = (month: CivilMonth): number => Number(month.slice(0, 4));
const numberOf = (month: CivilMonth): number => Number(month.slice(5));

const findFactor = (factors: readonly EmissionFactor[], year: number, month: number | null) =>
  factors.find((factor) => factor.year === year && factor.month === month);

/**
 * The factor of a month; if unpublished, the mean of its year; if unpublished too, the mean of the newest year with one; without
 * any mean, that of 2022.
 */
export function factorOfMonth(factors: readonly EmissionFactor[], month: CivilMonth): MonthFactor {
  const year = yearOf(month);
  const own = findFactor(factors, year, numberOf(month)) ?? findFactor(factors, year, null);
  if (own !== undefined) return { ...own, isProvisional: false };
  const means = factors.filter((factor) => factor.month === null);
  const newest = means.toSorted((a, b) => b.year - a.year)[0] ?? DEFAULT_FACTOR;
  return { ...newest, isProvisional: true };
}

/** Whether a factor can be published already: its month or year ended before this month. */
export function hasEnded({ year, month }: Pick<EmissionFactor, 'year' | 'month'>, now: CivilMonth): boolean {
  return year < yearOf(now) || (year === yearOf(now) && month !== null && month < numberOf(now));
}

/**
 * Unpublished factors, oldest first: means of ended years, and ended months of years without a mean. They begin with the oldest
 * year that has a factor.
 */
export function missingFactors(
  factors: readonly EmissionFactor[],
  now: CivilMonth,
): readonly Pick<EmissionFactor, 'year' | 'month'>[] {
  const last = yearOf(now);
  const first = Math.min(last, ...factors.map(({ year }) => year));
  const years = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return years
    .filter((year) => findFactor(factors, year, null) === undefined)
    .flatMap((year) => [
      ...Array.from({ length: PER_YEAR }, (_, index) => ({ year, month: index + 1 })),
      { year, month: null },
    ])
    .filter((one) => hasEnded(one, now) && findFactor(factors, one.year, one.month) === undefined);
}

/** Portuguese name of what a factor covers: '03/2026', or 'média de 2025'. */
export function factorLabel({ year, month }: Pick<EmissionFactor, 'year' | 'month'>): string {
  return month === null ? `média de ${year}` : `${String(month).padStart(2, '0')}/${year}`;
}
