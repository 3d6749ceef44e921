import type { AnswerOf, BodyOf } from '@nascente/contract/base/call';
import type { readEstablishmentMonths } from '@nascente/contract/money/establishment-consumption';
import { civilDateAt, earlierDay } from '@nascente/domain/base/time/civil-day';
import {
  type CivilMonth,
  daysOfMonths,
  firstDayOf,
  lastDayOf,
  monthOf,
  parseMonthOfYear,
} from '@nascente/domain/base/time/civil-month';
import { quartersBefore } from '@nascente/domain/telemetry/intervals/expected-quarters';
import { sharesOf, sumPosts, totalsOfDays } from '@nascente/domain/telemetry/intervals/totals';
import {
  inPosts,
  inReais,
  inUnits,
  type MeterPrices,
  type MeterSums,
  priceTogether,
} from '../../energy/consumption/index.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { TariffsService } from '../../sites/tariffs/index.ts';
import type { CycleAmounts } from '../bills/index.ts';
import { type FindEstablishment, type MeasuredEstablishment, measuredOn } from './measured-establishments.ts';
import { daysByTariff } from './part-series.ts';

type History = AnswerOf<typeof readEstablishmentMonths>['hist'];

/** The days of months, as far as a meter has been there; null of none. */
const daysIn = ({ meters, zone, today }: MeasuredEstablishment, months: readonly CivilMonth[]) => {
  const [began] = meters.map(({ installedAt }) => civilDateAt(installedAt, zone)).sort();
  return began === undefined ? null : daysOfMonths(months, began, today);
};

/** Quarter-hours of a month before the first meter was there. */
const missingIn = ({ meters, zone, today }: MeasuredEstablishment, month: CivilMonth): number => {
  const [since] = meters.map(({ installedAt }) => installedAt).toSorted((one, other) => one - other);
  if (since === undefined) return 0;
  return quartersBefore({ first: firstDayOf(month), last: earlierDay(lastDayOf(month), today) }, since, zone);
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
    missing: number,
    shares: Awaited<ReturnType<typeof daysByTariff>>,
  ): Promise<History[number]['value']> => {
    const ofMonth = shares.map(({ tariffId, days }) => ({
      tariffId,
      days: days.filter(({ date }) => monthOf(date) === month),
    }));
    const days = ofMonth.flatMap((share) => share.days);
    const totals = totalsOfDays(days);
    return {
      total: inUnits(totals.total),
      ...inPosts(sumPosts(days)),
      cost: inReais((await priceTogether(needs.tariffs, ofMonth)).total),
      ...sharesOf(totals, missing),
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
      return Promise.all(months.map((month) => totalsOf(month, missingIn(establishment, month), shares)));
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
