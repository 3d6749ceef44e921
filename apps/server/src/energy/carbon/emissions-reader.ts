import type { AnswerOf, QueryOf } from '@nascente/contract/base/call';
import type { readEmissions } from '@nascente/contract/sites/establishments';
import { earlierDay } from '@nascente/domain/base/time/civil-day';
import {
  type CivilMonth,
  firstDayOf,
  lastDayOf,
  toMonthOfYear,
} from '@nascente/domain/base/time/civil-month';
import { DEFAULT_FACTOR, factorOfMonth } from '@nascente/domain/energy/carbon/emission-factors';
import { emissionsByMonth, emissionsTogether } from '@nascente/domain/energy/carbon/emissions';
import type { MonthSpan } from '@nascente/domain/energy/carbon/irec-lots';
import type { DaySpan } from '@nascente/domain/energy/forecast/alike';
import { sharesOf, totalsOfDays } from '@nascente/domain/telemetry/intervals/totals';
import type { Caller } from '../../platform/http/caller.ts';
import { checkPeriod } from '../../telemetry/readings/index.ts';
import {
  dayPostsOfParts,
  type EstablishmentSubject,
  type FindEstablishment,
  type MeterSums,
  measureParts,
} from '../consumption/index.ts';
import type { EmissionFactorsService } from './emission-factors.service.ts';

const GRAMS = 1000;
export const inKg = (kg: number): number => Math.round(kg * GRAMS) / GRAMS;

type FactorChoice = QueryOf<typeof readEmissions>['factors'];

/** Emissions of an establishment, in days and in months: every screen and report takes them from here. */
export const createEmissionsReader = (needs: {
  find: FindEstablishment;
  sums: MeterSums;
  factors: EmissionFactorsService['factors'];
}) => {
  const { find, sums, factors } = needs;

  const byMonth = async (establishment: EstablishmentSubject, days: DaySpan, choice: FactorChoice) => {
    const measured = measureParts(sums, establishment, establishment.partsOn(days));
    const [table, read] = await Promise.all([factors(), dayPostsOfParts(establishment, measured, days)]);
    const factorOf = (month: CivilMonth) =>
      choice === 'fixed' ? DEFAULT_FACTOR : factorOfMonth(table, month);
    return emissionsByMonth(read, days, factorOf);
  };

  return {
    /** Whole months up to today. */
    months: (establishment: EstablishmentSubject, { first, last }: MonthSpan, choice: FactorChoice) =>
      byMonth(
        establishment,
        { first: firstDayOf(first), last: earlierDay(lastDayOf(last), establishment.today) },
        choice,
      ),
    /** Emissions between two civil days, both included; by default of the current billing cycle. */
    async days(
      caller: Caller,
      id: string,
      request: QueryOf<typeof readEmissions>,
    ): Promise<AnswerOf<typeof readEmissions>['data']> {
      const establishment = await find(caller, id, 'eletric');
      const last = request.end ?? establishment.today;
      const first = request.start ?? earlierDay(establishment.cycle.first, last);
      checkPeriod(first, last, 'end');
      const months = await byMonth(establishment, { first, last }, request.factors);
      const { kg, kgPerKwh, year } = emissionsTogether(months);
      return {
        kgCO2: inKg(kg),
        factor: kgPerKwh,
        year,
        months: months.map(({ month, factor, kg: ofMonth }) => ({
          date: toMonthOfYear(month),
          kgCO2: inKg(ofMonth),
          factor: factor.kgPerKwh,
          factorYear: factor.year,
          factorMonth: factor.month,
        })),
        start: first,
        end: last,
        ...sharesOf(totalsOfDays(months.map(({ totals }) => totals))),
      };
    },
  };
};

export type EmissionsReader = ReturnType<typeof createEmissionsReader>;
