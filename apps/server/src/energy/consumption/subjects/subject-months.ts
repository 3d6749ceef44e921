import type { AnswerOf } from '@nascente/contract/base/call';
import type { readMonths } from '@nascente/contract/energy/consumption';
import type { BillingCycle } from '@nascente/domain/base/time/billing-cycle';
import { civilDateAt, earlierDay } from '@nascente/domain/base/time/civil-day';
import {
  type CivilMonth,
  daysOfMonths,
  firstDayOf,
  lastDayOf,
  parseMonthOfYear,
} from '@nascente/domain/base/time/civil-month';
import { instant } from '@nascente/domain/base/time/zone';
import { type MeasuredMonth, monthsOfSlots } from '@nascente/domain/energy/consumption/day-sums';
import { daysWithin } from '@nascente/domain/energy/forecast/cycle-so-far';
import type { CostOfDays } from '@nascente/domain/sites/tariffs/simple-tariff';
import type { BoardKind } from '@nascente/domain/telemetry/frames/frame';
import {
  type EnergySeries,
  quartersBefore,
  sharesOf,
  sumTouPeriods,
  totalsOfDays,
} from '@nascente/domain/telemetry/intervals/totals';
import type { Caller } from '../../../platform/http/caller.ts';
import type { MeterDays, SeriesRequest } from '../../../telemetry/series/index.ts';
import { inTouPeriods, inUnits } from '../days/day-answer.ts';
import {
  type BilledSubject,
  type DaysByTariff,
  inReais,
  type SubjectPrices,
} from '../prices/subject-prices.ts';
import type { Subject, SubjectMeter } from './subject.ts';
import { daysByTariff } from './subject-days.ts';

/** Months of each installation in its zone, oldest first, in the requested order. */
export type ReadMonths = (
  request: readonly (SeriesRequest & { readonly kind: BoardKind })[],
) => Promise<readonly (readonly MeasuredMonth[])[]>;

export const createMonthsReader =
  ({ readEach }: Pick<MeterDays, 'readEach'>): ReadMonths =>
  async (request) => {
    const measured = await readEach(request);
    return request.map(({ kind, zone }, index) => {
      const { start, volume, consumedA } = measured[index] as EnergySeries;
      return monthsOfSlots(start, kind === 'water' ? volume : consumedA, zone);
    });
  };

type Months = AnswerOf<typeof readMonths>['hist'];

/**
 * Civil months of a subject in the requested order, with amounts of bills if they exist. @param months - MM/YYYY @param price -
 * prices months without a bill
 */
export const readMonthsOf = async (
  { sums, prices }: { readonly sums: MeterDays['readTogether']; readonly prices: SubjectPrices },
  caller: Caller,
  subject: Subject & { readonly meters: readonly Pick<SubjectMeter, 'installedAt'>[] },
  billed: BilledSubject,
  months: readonly string[],
  price: (
    ofMonth: readonly DaysByTariff[],
    all: readonly DaysByTariff[],
  ) => Promise<Pick<CostOfDays, 'total'>>,
): Promise<Months> => {
  const { zone, today, meters } = subject;
  const request = months.map((text) => parseMonthOfYear(text) as CivilMonth);
  const since =
    meters.length === 0 ? null : instant(Math.min(...meters.map(({ installedAt }) => installedAt)));
  const spanOf = (month: CivilMonth): BillingCycle => ({
    first: firstDayOf(month),
    last: earlierDay(lastDayOf(month), today),
  });
  const daysIn = (of: readonly CivilMonth[]): BillingCycle | null =>
    since === null ? null : daysOfMonths(of, civilDateAt(since, zone), today);
  /**
   * A meter that was installed within a month has no bill of that month, because another one may have measured the earlier days.
   */
  const billedDays = (month: CivilMonth): BillingCycle | null => {
    if (billed.installationId === null) return daysIn([month]);
    const span = spanOf(month);
    return span.first <= span.last ? span : null;
  };
  const days = daysIn(request);
  const readShares = async () => {
    if (days === null) return [];
    const { touPeriodsOn } = await prices.touPeriodsOf(caller, billed, days);
    return daysByTariff(sums, { ...subject, touPeriodsOn }, days);
  };
  const [shares, bills] = await Promise.all([
    readShares(),
    prices.billsOf(caller, billed, request.map(billedDays)),
  ]);
  return Promise.all(
    request.map(async (month, index) => {
      const span = spanOf(month);
      const missing = since === null ? 0 : quartersBefore(span, since, zone);
      const ofMonth = shares.map(({ tariffId, days: all }) => ({
        tariffId,
        days: daysWithin(all, span.first, span.last),
      }));
      const measured = ofMonth.flatMap((share) => share.days);
      const totals = totalsOfDays(measured);
      return {
        date: months[index] as string,
        value: {
          total: inUnits(totals.total),
          ...inTouPeriods(sumTouPeriods(measured)),
          cost: bills[index] ?? inReais((await price(ofMonth, shares)).total),
          ...sharesOf(totals, missing),
        },
      };
    }),
  );
};
