import type { AnswerOf, BodyOf } from '@nascente/contract/call';
import type { readEstablishmentMonths } from '@nascente/contract/establishment-consumption';
import type { DayPosts } from '@nascente/domain/consumption/day-posts';
import { completenessOf, sumBy } from '@nascente/domain/consumption/totals';
import { type CivilDate, civilDateAt } from '@nascente/domain/time/civil-day';
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
  inReais,
  inUnits,
  laterDay,
  type MeterPrices,
} from '../consumption/index.ts';
import type { TariffsService } from '../tariffs/index.ts';
import {
  type Days,
  type MeasuredEstablishment,
  type MeasuredEstablishments,
  measuredOn,
} from './measured-establishments.ts';
import { arePostsOfQuarters, type CutEstablishment, dayPostsOfParts, measureParts } from './part-series.ts';
import { byTariff, priceTogether } from './priced-parts.ts';

type History = AnswerOf<typeof readEstablishmentMonths>['hist'];

export interface EstablishmentMonthsService {
  /** In the order asked. */
  read(caller: Caller, id: string, asked: BodyOf<typeof readEstablishmentMonths>): Promise<History>;
}

interface TariffDays {
  readonly tariffId: string | null;
  readonly days: readonly DayPosts[];
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

  const read = async (establishment: CutEstablishment, days: Days | null): Promise<TariffDays[]> => {
    if (days === null) return [];
    const byQuarters = arePostsOfQuarters(establishment, days);
    const { parts, ...within } = measuredOn(establishment, days);
    return Promise.all(
      [...byTariff(parts)].map(async ([tariffId, tariffParts]) => ({
        tariffId,
        days: dayPostsOfParts(
          establishment,
          await measureParts(sums, establishment, { ...within, parts: tariffParts }, { byQuarters }),
          days,
        ),
      })),
    );
  };

  const totalsOf = async (
    month: CivilMonth,
    shares: readonly TariffDays[],
  ): Promise<History[number]['value']> => {
    const pricedShares = shares.map(({ tariffId, days }) => ({
      tariffId,
      days: days.filter(({ date }: { date: CivilDate }) => monthOf(date) === month),
    }));
    const days = pricedShares.flatMap((share) => share.days);
    const present = sumBy(days, (day) => day.presentQuarters);
    const expected = sumBy(days, (day) => day.expectedQuarters);
    return {
      total: inUnits(sumBy(days, (day) => day.total)),
      inPoint: inUnits(sumBy(days, (day) => day.inPoint)),
      interPoint: inUnits(sumBy(days, (day) => day.interPoint)),
      outPoint: inUnits(sumBy(days, (day) => day.outPoint)),
      cost: inReais((await priceTogether(tariffs, pricedShares)).total),
      completeness: completenessOf(present, expected),
    };
  };

  return {
    async read(caller, id, { type, months: asked }) {
      const establishment = await establishments.find(caller, id, type);
      const months = asked.map((text) => parseMonthOfYear(text) as CivilMonth);
      const days = daysIn(establishment, months);
      const posts = days && (await prices.postsOf(caller, { establishmentId: id, type }, days));
      const shares = await read({ ...establishment, postsOn: posts?.postsOn }, days);
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
