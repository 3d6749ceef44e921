import type { AnswerOf, BodyOf } from '@nascente/contract/call';
import type { readEstablishmentMonths } from '@nascente/contract/establishment-consumption';
import { completenessOf, sumPosts } from '@nascente/domain/consumption/totals';
import { civilDateAt } from '@nascente/domain/time/civil-day';
import {
  type CivilMonth,
  firstDayOf,
  lastDayOf,
  monthOf,
  parseMonthOfYear,
} from '@nascente/domain/time/civil-month';
import { instant } from '@nascente/domain/time/zone';
import type { Caller } from '../../platform/http/caller.ts';
import type { CycleAmounts } from '../bills/index.ts';
import {
  earlierDay,
  type HourSums,
  inPosts,
  inReais,
  inUnits,
  laterDay,
  type MeterPrices,
  priceTogether,
  totalsOfDays,
} from '../consumption/index.ts';
import type { TariffsService } from '../tariffs/index.ts';
import {
  type Days,
  type MeasuredEstablishment,
  type MeasuredEstablishments,
  measuredOn,
} from './measured-establishments.ts';
import { daysByTariff } from './part-series.ts';

type History = AnswerOf<typeof readEstablishmentMonths>['hist'];

export interface EstablishmentMonthsService {
  /** In the order asked. */
  read(caller: Caller, id: string, asked: BodyOf<typeof readEstablishmentMonths>): Promise<History>;
}

/** The days of months, as far as a meter has been there; null of none. */
const daysIn = (establishment: MeasuredEstablishment, months: readonly CivilMonth[]): Days | null => {
  if (establishment.meters.length === 0) return null;
  const inOrder = [...months].sort();
  const began = civilDateAt(
    instant(Math.min(...establishment.meters.map(({ installedAt }) => installedAt))),
    establishment.zone,
  );
  const first = laterDay(firstDayOf(inOrder[0] as CivilMonth), began);
  const last = earlierDay(lastDayOf(inOrder.at(-1) as CivilMonth), establishment.today);
  return first > last ? null : { first, last };
};

export const createEstablishmentMonthsService = (needs: {
  establishments: MeasuredEstablishments;
  sums: HourSums;
  tariffs: TariffsService;
  amounts: CycleAmounts;
  prices: Pick<MeterPrices, 'postsOf'>;
}): EstablishmentMonthsService => {
  const { establishments, sums, tariffs, amounts, prices } = needs;

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
      cost: inReais((await priceTogether(tariffs, ofMonth)).total),
      completeness: completenessOf(presentQuarters, expectedQuarters),
    };
  };

  return {
    async read(caller, id, { type, months: asked }) {
      const establishment = await establishments.find(caller, id, type);
      const months = asked.map((text) => parseMonthOfYear(text) as CivilMonth);
      const days = daysIn(establishment, months);
      const posts = days && (await prices.postsOf(caller, { establishmentId: id, type }, days));
      const cut = { ...establishment, postsOn: posts?.postsOn };
      const shares = days === null ? [] : await daysByTariff(sums, cut, measuredOn(cut, days), days);
      const values = await Promise.all(months.map((month) => totalsOf(month, shares)));
      const whose = { establishmentId: id, type, installationId: null };
      const billed = await amounts.ofDays(
        caller,
        whose,
        months.map((month) => daysIn(establishment, [month])),
      );
      return asked.map((date, index) => {
        const value = values[index] as History[number]['value'];
        return { date, value: { ...value, cost: billed[index] ?? value.cost } };
      });
    },
  };
};
