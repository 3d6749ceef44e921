import type { AnswerOf, QueryOf } from '@nascente/contract/base/call';
import type { readEmissions } from '@nascente/contract/sites/establishments';
import { earlierDay } from '@nascente/domain/base/time/civil-day';
import { toMonthOfYear } from '@nascente/domain/base/time/civil-month';
import {
  DEFAULT_FACTOR,
  emissionsByMonth,
  emissionsTogether,
} from '@nascente/domain/energy/consumption/emissions';
import { sharesOf, totalsOfDays } from '@nascente/domain/telemetry/intervals/totals';
import type { MeterSums } from '../../energy/consumption/index.ts';
import { dayPostsOfParts, type FindEstablishment, measureParts } from '../../energy/consumption/index.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { checkPeriod } from '../../telemetry/readings/index.ts';

const GRAMS = 1000;
const inKg = (kg: number): number => Math.round(kg * GRAMS) / GRAMS;

/** Between two civil days, both included; default: the billing cycle so far. */
export const createReadEmissions =
  ({ find, sums }: { find: FindEstablishment; sums: MeterSums }) =>
  async (
    caller: Caller,
    id: string,
    asked: QueryOf<typeof readEmissions>,
  ): Promise<AnswerOf<typeof readEmissions>['data']> => {
    const establishment = await find(caller, id, 'eletric');
    const last = asked.end ?? establishment.today;
    const first = asked.start ?? earlierDay(establishment.cycle.first, last);
    checkPeriod(first, last, 'end');
    const measured = measureParts(sums, establishment, establishment.partsOn({ first, last }));
    const days = await dayPostsOfParts(establishment, measured, { first, last });
    const factorOf = asked.factors === 'fixed' ? () => DEFAULT_FACTOR : undefined;
    const months = emissionsByMonth(days, { first, last }, factorOf);
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
      ...sharesOf(totalsOfDays(days)),
    };
  };
