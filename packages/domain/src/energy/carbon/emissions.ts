import type { CivilDate } from '../../base/time/civil-day.ts';
import { type CivilMonth, lastMonths, monthOf, monthsBetween } from '../../base/time/civil-month.ts';
import { kilowattHours, type MilliwattHours, milliwattHours } from '../../base/units/energy.ts';
import { type DayTotals, sumBy, totalsOfDays } from '../../telemetry/intervals/totals.ts';
import { DEFAULT_FACTOR, type EmissionFactor } from './emission-factors.ts';

type Factor = Pick<EmissionFactor, 'year' | 'kgPerKwh'>;

/** kg of CO₂ of the energy taken from the grid. */
export function emissions(energy: MilliwattHours, factor: Pick<Factor, 'kgPerKwh'> = DEFAULT_FACTOR): number {
  return kilowattHours(energy) * factor.kgPerKwh;
}

interface MonthOfEmissions<F> {
  readonly month: CivilMonth;
  readonly factor: F;
  readonly energy: MilliwattHours;
  /** kg of CO₂ by location: all energy, at the factor of the grid. */
  readonly kg: number;
  readonly totals: DayTotals;
}

/** Emissions by month of the energy of days. */
export function emissionsByMonth<F extends Factor>(
  days: readonly (DayTotals & { readonly date: CivilDate })[],
  { first, last }: { readonly first: CivilDate; readonly last: CivilDate },
  factorOf: (month: CivilMonth) => F,
): MonthOfEmissions<F>[] {
  const ofMonth = Map.groupBy(days, ({ date }) => monthOf(date));
  const months = lastMonths(monthOf(last), monthsBetween(monthOf(first), monthOf(last)) + 1);
  return months.map((month) => {
    const totals = totalsOfDays(ofMonth.get(month) ?? []);
    const energy = milliwattHours(totals.total);
    const factor = factorOf(month);
    return { month, factor, energy, kg: emissions(energy, factor), totals };
  });
}

/** The total emissions of months, the resulting mean factor, and the year of the last month's factor. */
export function emissionsTogether(months: readonly Omit<MonthOfEmissions<Factor>, 'totals'>[]) {
  const kg = sumBy(months, (month) => month.kg);
  const kwh = sumBy(months, ({ energy }) => kilowattHours(energy));
  const last = months.at(-1)?.factor ?? DEFAULT_FACTOR;
  const isOne = kwh === 0 || months.every(({ factor }) => factor.kgPerKwh === last.kgPerKwh);
  return { kg, kgPerKwh: isOne ? last.kgPerKwh : Number((kg / kwh).toFixed(6)), year: last.year };
}
