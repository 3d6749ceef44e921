import type { AnswerOf } from '@nascente/contract/call';
import type { readEmissions } from '@nascente/contract/establishments';
import type { DayPosts } from '@nascente/domain/consumption/day-posts';
import {
  DEFAULT_FACTOR,
  type EmissionFactor,
  emissions,
  factorOfMonth,
} from '@nascente/domain/consumption/emissions';
import { completenessOf, sumBy } from '@nascente/domain/consumption/totals';
import type { CivilDate } from '@nascente/domain/time/civil-day';
import {
  type CivilMonth,
  lastMonths,
  monthOf,
  monthsBetween,
  toMonthOfYear,
} from '@nascente/domain/time/civil-month';
import { readingCycleAt } from '@nascente/domain/time/reading-cycles';
import { kilowattHours, type MilliwattHours, milliwattHours } from '@nascente/domain/units/energy';
import type { Caller } from '../../platform/http/caller.ts';
import { checkPeriod, earlierDay, type HourSums } from '../consumption/index.ts';
import { type MeasuredEstablishments, measuredOn } from './measured-establishments.ts';
import { dayPostsOfParts, measureParts } from './part-series.ts';

type Emissions = AnswerOf<typeof readEmissions>['data'];

export interface EmissionsService {
  /** Between two civil days, both included; default: the billing cycle so far. */
  ofEstablishment(
    caller: Caller,
    id: string,
    asked: { start?: string | undefined; end?: string | undefined; factors: 'fixed' | 'monthly' },
  ): Promise<Emissions>;
}

const GRAMS = 1000;

interface MonthOfEmissions {
  readonly month: CivilMonth;
  readonly factor: EmissionFactor;
  readonly energy: MilliwattHours;
  readonly kg: number;
}

const emissionsOfMonth = (
  month: CivilMonth,
  days: readonly DayPosts[],
  factors: 'fixed' | 'monthly',
): MonthOfEmissions => {
  const daysOfMonth = days.filter(({ date }) => monthOf(date) === month);
  const energy = milliwattHours(sumBy(daysOfMonth, (day) => day.total));
  const factor = factors === 'fixed' ? DEFAULT_FACTOR : factorOfMonth(month);
  return { month, factor, energy, kg: emissions(energy, factor) };
};

const monthsFrom = (first: CivilDate, last: CivilDate): CivilMonth[] =>
  lastMonths(monthOf(last), monthsBetween(monthOf(first), monthOf(last)) + 1);

const inKg = (kg: number): number => Math.round(kg * GRAMS) / GRAMS;

const toMonth = ({ month, factor, kg }: MonthOfEmissions): Emissions['months'][number] => ({
  date: toMonthOfYear(month),
  kgCO2: inKg(kg),
  factor: factor.kgPerKwh,
  factorYear: factor.year,
  factorMonth: factor.month,
});

/** Kilograms of all months, and the factor that they come to. */
const inTotal = (months: readonly MonthOfEmissions[]) => {
  const kg = months.reduce((sum, month) => sum + month.kg, 0);
  const kwh = months.reduce((sum, { energy }) => sum + kilowattHours(energy), 0);
  const factors = new Set(months.map(({ factor }) => factor.kgPerKwh));
  const last = months.at(-1)?.factor ?? DEFAULT_FACTOR;
  const isOne = factors.size <= 1 || kwh === 0;
  return { kgCO2: inKg(kg), factor: isOne ? last.kgPerKwh : Number((kg / kwh).toFixed(6)), year: last.year };
};

export const createEmissionsService = (needs: {
  establishments: MeasuredEstablishments;
  sums: HourSums;
}): EmissionsService => {
  const { establishments, sums } = needs;
  return {
    async ofEstablishment(caller, id, asked) {
      const establishment = await establishments.find(caller, id, 'eletric');
      const last = (asked.end ?? establishment.today) as CivilDate;
      const cycle = readingCycleAt(establishment.today, establishment.calendar);
      const first = (asked.start ?? earlierDay(cycle.first, last)) as CivilDate;
      checkPeriod(first, last, 'end');
      const measured = await measureParts(sums, establishment, measuredOn(establishment, { first, last }));
      const days = dayPostsOfParts(establishment, measured, { first, last });
      const present = sumBy(days, (day) => day.presentQuarters);
      const expected = sumBy(days, (day) => day.expectedQuarters);
      const months = monthsFrom(first, last).map((month) => emissionsOfMonth(month, days, asked.factors));
      return {
        ...inTotal(months),
        months: months.map(toMonth),
        start: first,
        end: last,
        completeness: completenessOf(present, expected),
      };
    },
  };
};
