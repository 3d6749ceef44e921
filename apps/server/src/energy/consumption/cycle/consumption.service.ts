import type { AnswerOf, BodyOf } from '@nascente/contract/base/call';
import type {
  ConsolidatedDay,
  DayInTotal,
  DayPricing,
  MonthSoFar,
  readForecast,
  readMonths,
  readPeriod,
} from '@nascente/contract/energy/consumption';
import type { BillingCycle } from '@nascente/domain/base/time/billing-cycle';
import { type CivilDate, civilDateAt, earlierDay } from '@nascente/domain/base/time/civil-day';
import {
  type CivilMonth,
  daysOfMonths,
  firstDayOf,
  lastDayOf,
  parseMonthOfYear,
} from '@nascente/domain/base/time/civil-month';
import type { Instant } from '@nascente/domain/base/time/zone';
import { sumKnownCents } from '@nascente/domain/base/units/money';
import { sumDays } from '@nascente/domain/energy/consumption/consolidate';
import { cycleAround, daysWithin } from '@nascente/domain/energy/forecast/cycle-so-far';
import { quartersBefore } from '@nascente/domain/telemetry/intervals/expected-quarters';
import { type DayConsumption, sharesOf } from '@nascente/domain/telemetry/intervals/totals';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Meter, MeterDirectory } from '../../../sites/meters/index.ts';
import type { TariffsService } from '../../../sites/tariffs/index.ts';
import { checkPeriod } from '../../../telemetry/readings/index.ts';
import type { MeterDays } from '../../../telemetry/series/index.ts';
import { completenessOfDay, inPosts, inUnits, toDay, toWindows } from '../days/day-answer.ts';
import type { MeterPrices, PricedDays, PricedPosts } from '../prices/meter-prices.ts';
import { inReais, pricesInReais, priceTogether } from '../prices/priced-days.ts';
import type { ConsumptionReader } from '../reading/consumption-reader.ts';
import { daysOfMeter } from '../reading/day-source.ts';
import { type Generation, readGeneration } from '../reading/generation.ts';
import { toMonthSoFar } from './cycle-answer.ts';
import { readCycleSoFar } from './read-cycle.ts';

type ForecastOfCycle = AnswerOf<typeof readForecast>['forecast'];
type Months = AnswerOf<typeof readMonths>['hist'];
type Days = { readonly start: string; readonly end: string };

export type ConsumptionService = ReturnType<typeof createConsumptionService>;

/** What the bill of an establishment comes to, for a meter that measures it alone. */
export interface MeterAmounts {
  /** The cycle as it was given where there is no such bill. */
  ofCycle(
    caller: Caller,
    asked: Pick<Meter, 'establishmentId' | 'type' | 'installationId'>,
    cycle: MonthSoFar,
  ): Promise<MonthSoFar>;
  /** R$ of the bill of some days, in their order; null where there is no such bill. */
  ofDays(
    caller: Caller,
    asked: Pick<Meter, 'establishmentId' | 'type' | 'installationId'>,
    days: readonly (BillingCycle | null)[],
  ): Promise<readonly (number | null)[]>;
}

/** What the days of a month came to. */
const totalsOf = (
  days: readonly DayConsumption[],
  missing: number,
): Omit<Months[number]['value'], 'cost'> => {
  const sum = sumDays(days);
  return {
    total: inUnits(sum.total),
    ...inPosts(sum),
    ...sharesOf(sum, missing),
  };
};

export const createConsumptionService = (needs: {
  reader: ConsumptionReader;
  meterDays: Pick<MeterDays, 'readDays'>;
  directory: MeterDirectory;
  tariffs: TariffsService;
  amounts: MeterAmounts;
  prices: MeterPrices;
  clock: () => Instant;
}) => {
  const { reader, directory, tariffs, amounts, prices, clock } = needs;

  const ofMeter = <T>(caller: Caller, mac: string, read: (meter: Meter) => Promise<T>): Promise<T> =>
    directory.read(caller, 'see-consumption', mac, read);
  const postsOf = (caller: Caller, meter: Meter) => async (days: { first: CivilDate; last: CivilDate }) =>
    (await prices.postsOf(caller, meter, days)).postsOn;
  const pricesOf =
    (caller: Caller, meter: Meter, wholeDays: readonly DayConsumption[]) =>
    (days: readonly DayConsumption[]) =>
      prices.ofDays(caller, { meter, days, wholeDays });

  const daysOf = async (
    caller: Caller,
    meter: Meter,
    first: CivilDate,
    last: CivilDate,
  ): Promise<{ days: ConsolidatedDay[]; priced: PricedDays; posts: PricedPosts }> => {
    const now = clock();
    const asked = prices.postsOf(caller, meter, { first, last });
    const [read, posts] = await Promise.all([
      reader.inDetail(meter, { first, last, now, postsOn: asked.then(({ postsOn }) => postsOn) }),
      asked,
      prices.prepare(caller, meter, { first, last }),
    ]);
    const priced = await pricesOf(caller, meter, read)(read);
    const today = civilDateAt(now, meter.zone);
    const days = read.map((day, index) => toDay(day, priced.perDay[index], { zone: meter.zone, today }));
    return { days, priced, posts };
  };

  /** R$ of each month: of its bill, and where there is none, of what its days consumed. */
  const costsOfMonths = async (
    caller: Caller,
    meter: Meter,
    months: readonly BillingCycle[],
    reading: Promise<readonly DayConsumption[]>,
  ): Promise<readonly (number | null)[]> => {
    const begun = months.map((month) => (month.first <= month.last ? month : null));
    const [billed, read] = await Promise.all([amounts.ofDays(caller, meter, begun), reading]);
    const unbilled = months.filter((_, index) => billed[index] === null);
    const days = read.filter(({ date }) => unbilled.some(({ first, last }) => first <= date && date <= last));
    const { perDay } = await pricesOf(caller, meter, read)(days);
    const costOf = new Map(days.map(({ date }, index) => [date, perDay[index] ?? null]));
    return months.map(({ first, last }, index) => {
      const costs = daysWithin(days, first, last).map(({ date }) => costOf.get(date) ?? null);
      // Without a tariff not even nothing has a price.
      return (
        billed[index] ?? inReais(costs.length === 0 && meter.tariffId === null ? null : sumKnownCents(costs))
      );
    });
  };

  const monthOf = (caller: Caller, mac: string): Promise<MonthSoFar> =>
    ofMeter(caller, mac, async (meter) => {
      const source = daysOfMeter(needs, meter, postsOf(caller, meter));
      const { previous, today } = cycleAround(civilDateAt(clock(), meter.zone), meter.calendar);
      const [soFar] = await Promise.all([
        readCycleSoFar(source, clock()),
        prices.prepare(caller, meter, { first: previous.first, last: today }),
      ]);
      const share = { tariffId: meter.tariffId, soFar };
      const tariffCycle = await toMonthSoFar([share], (days) => priceTogether(tariffs, days));
      const billed = await amounts.ofCycle(caller, meter, tariffCycle);
      // A part of an establishment has no bill of its own: only what its energy costs by that of the whole.
      if (billed.basis === 'contract') return billed;
      const wholeDays = [...soFar.pastDays, ...daysWithin(soFar.days, soFar.today, soFar.today)];
      return toMonthSoFar([share], ([asked]) =>
        prices.ofDays(caller, { meter, days: asked?.days ?? [], wholeDays }),
      );
    });

  return {
    /** Without a date, today at the meter. */
    day: (caller: Caller, mac: string, date?: string): Promise<ConsolidatedDay & DayPricing> =>
      ofMeter(caller, mac, async (meter) => {
        const asked = (date ?? civilDateAt(clock(), meter.zone)) as CivilDate;
        const { days, priced, posts } = await daysOf(caller, meter, asked, asked);
        return {
          ...(days[0] as ConsolidatedDay),
          basis: priced.basis,
          prices: pricesInReais(priced.prices),
          windows: toWindows(posts.windowsOn(asked)),
        };
      }),
    async period(caller: Caller, asked: BodyOf<typeof readPeriod>): Promise<ConsolidatedDay[]> {
      const [first, last] = [asked.dateStart as CivilDate, asked.dateEnd as CivilDate];
      checkPeriod(first, last, 'dateEnd');
      return ofMeter(caller, asked.meter, async (meter) => (await daysOf(caller, meter, first, last)).days);
    },
    /** Without their hours. */
    async days(caller: Caller, mac: string, asked: Days): Promise<DayInTotal[]> {
      const [first, last] = [asked.start as CivilDate, asked.end as CivilDate];
      checkPeriod(first, last, 'end');
      return ofMeter(caller, mac, async (meter) => {
        const now = clock();
        const today = civilDateAt(now, meter.zone);
        const postsOn = postsOf(caller, meter)({ first, last });
        const [days] = await Promise.all([
          reader.inTotal(meter, { first, last, now, postsOn }),
          prices.prepare(caller, meter, { first, last }),
        ]);
        const { perDay } = await pricesOf(caller, meter, days)(days);
        return days.map((day, index) => ({
          date: day.date,
          total: inUnits(day.total),
          ...inPosts(day),
          cost: inReais(perDay[index]),
          ...completenessOfDay(day, today),
        }));
      });
    },
    /** What a meter at an inverter generated, day by day. */
    generation: (caller: Caller, mac: string, { start, end }: Days): Promise<Generation> =>
      ofMeter(caller, mac, (meter) =>
        readGeneration(reader, meter, { first: start as CivilDate, last: end as CivilDate, now: clock() }),
      ),
    month: monthOf,
    async forecast(caller: Caller, mac: string): Promise<ForecastOfCycle> {
      const { forecast, dailyAverage, daysElapsed, daysInPeriod, completeness } = await monthOf(caller, mac);
      return { ...forecast, dailyAverage, daysElapsed, daysInPeriod, completeness };
    },
    /** In the order asked. @param asked MM/YYYY */
    months: (caller: Caller, mac: string, asked: readonly string[]): Promise<Months> =>
      ofMeter(caller, mac, async (meter) => {
        const now = clock();
        const months = asked.map((text) => ({ date: text, month: parseMonthOfYear(text) as CivilMonth }));
        const today = civilDateAt(now, meter.zone);
        const began = civilDateAt(meter.installedAt, meter.zone);
        const days = daysOfMonths(
          months.map(({ month }) => month),
          began,
          today,
        );
        const reading =
          days === null
            ? Promise.resolve([])
            : reader.inTotal(meter, { ...days, now, postsOn: postsOf(caller, meter)(days) });
        const asOfMonths = months.map(({ month }) => ({
          first: firstDayOf(month),
          last: earlierDay(lastDayOf(month), today),
        }));
        const [read, costs] = await Promise.all([reading, costsOfMonths(caller, meter, asOfMonths, reading)]);
        return months.map(({ date }, index) => {
          const ofMonth = asOfMonths[index] as BillingCycle;
          const missing = quartersBefore(ofMonth, meter.installedAt, meter.zone);
          const totals = totalsOf(daysWithin(read, ofMonth.first, ofMonth.last), missing);
          return { date, value: { ...totals, cost: costs[index] ?? null } };
        });
      }),
  };
};
