import type { AnswerOf, BodyOf } from '@nascente/contract/call';
import type { readEstablishmentMonths } from '@nascente/contract/establishment-consumption';
import { completenessOf, sumPosts, totalsOfDays } from '@nascente/domain/consumption/totals';
import { civilDateAt } from '@nascente/domain/time/civil-day';
import { type CivilMonth, daysOfMonths, monthOf, parseMonthOfYear } from '@nascente/domain/time/civil-month';
import type { Caller } from '../../platform/http/caller.ts';
import type { CycleAmounts } from '../bills/index.ts';
import {
  inPosts,
  inReais,
  inUnits,
  type MeterPrices,
  type MeterSums,
  priceTogether,
} from '../consumption/index.ts';
import type { TariffsService } from '../tariffs/index.ts';
import { type FindEstablishment, type MeasuredEstablishment, measuredOn } from './measured-establishments.ts';
import { daysByTariff } from './part-series.ts';

type History = AnswerOf<typeof readEstablishmentMonths>['hist'];

/** The days of months, as far as a meter has been there; null of none. */
const daysIn = ({ meters, zone, today }: MeasuredEstablishment, months: readonly CivilMonth[]) => {
  const [began] = meters.map(({ installedAt }) => civilDateAt(installedAt, zone)).sort();
  return began === undefined ? null : daysOfMonths(months, began, today);
};

/** In the order asked. */
export const createReadMonths = (needs: {
  find: FindEstablishment;
  sums: MeterSums;
  tariffs: TariffsService;
  amounts: CycleAmounts;
  prices: Pick<MeterPrices, 'postsOf'>;
}) => {
  const totalsOf = async (
    month: CivilMonth,
    shares: Awaited<ReturnType<typeof daysByTariff>>,
  ): Promise<History[number]['value']> => {
    const ofMonth = shares.map(({ tariffId, days }) => ({
      tariffId,
      days: days.filter(({ date }) => monthOf(date) === month),
    }));
    const days = ofMonth.flatMap((share) => share.days);
    const { total, presentQuarters, expectedQuarters } = totalsOfDays(days);
    return {
      total: inUnits(total),
      ...inPosts(sumPosts(days)),
      cost: inReais((await priceTogether(needs.tariffs, ofMonth)).total),
      completeness: completenessOf(presentQuarters, expectedQuarters),
    };
  };

  return async (
    caller: Caller,
    id: string,
    { type, months: asked }: BodyOf<typeof readEstablishmentMonths>,
  ): Promise<History> => {
    const establishment = await needs.find(caller, id, type);
    const months = asked.map((text) => parseMonthOfYear(text) as CivilMonth);
    const days = daysIn(establishment, months);
    const whose = { establishmentId: id, type };
    const readMonths = async () => {
      const posts = days && (await needs.prices.postsOf(caller, whose, days));
      const cut = { ...establishment, postsOn: posts?.postsOn };
      const shares = days === null ? [] : await daysByTariff(needs.sums, cut, measuredOn(cut, days), days);
      return Promise.all(months.map((month) => totalsOf(month, shares)));
    };
    const [values, billed] = await Promise.all([
      readMonths(),
      needs.amounts.ofDays(
        caller,
        { ...whose, installationId: null },
        months.map((month) => daysIn(establishment, [month])),
      ),
    ]);
    return asked.map((date, index) => {
      const value = values[index] as History[number]['value'];
      return { date, value: { ...value, cost: billed[index] ?? value.cost } };
    });
  };
};
