import type { AnswerOf, BodyOf, ContentOf } from '@nascente/contract/base/call';
import type {
  ConsolidatedDay,
  DayPricing,
  MonthSoFar,
  readDays,
  readForecast,
  readMonths,
  readPeriod,
} from '@nascente/contract/energy/consumption';
import { type CivilDate, civilDateAt, endOfDay, startOfDay } from '@nascente/domain/base/time/civil-day';
import type { Instant } from '@nascente/domain/base/time/zone';
import { cents } from '@nascente/domain/base/units/money';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import {
  type Completeness,
  type DayConsumption,
  type DayTotals,
  repeatShares,
  sharesOf,
  totalsOfDays,
} from '@nascente/domain/telemetry/intervals/totals';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Meter, MeterDirectory } from '../../../sites/meters/index.ts';
import { checkPeriod } from '../../../telemetry/readings/index.ts';
import type { MeterDays } from '../../../telemetry/series/index.ts';
import { completenessOfDay, inTouPeriods, inUnits, toDay, toWindows } from '../days/day-answer.ts';
import {
  inReais,
  type PricedDays,
  type PricedPeriods,
  pricesInReais,
  type SubjectPrices,
} from '../prices/subject-prices.ts';
import { type ConsumptionReader, missingFrom } from '../reading/consumption-reader.ts';
import { type Generation, readGeneration } from '../reading/quarter-sums.ts';
import { subjectOfMeter } from '../subjects/subject.ts';
import type { SubjectCycles } from '../subjects/subject-cycles.ts';
import { readMonthsOf } from '../subjects/subject-months.ts';

type ForecastOfCycle = AnswerOf<typeof readForecast>['forecast'];
type Months = AnswerOf<typeof readMonths>['hist'];
type DaysInTotal = ContentOf<typeof readDays>;
type Days = { readonly start: CivilDate; readonly end: CivilDate };

/** The completeness of a period of days until now; quarter-hours before the installation count as missing. */
const sharesIn = (
  meter: Meter,
  days: readonly DayTotals[],
  { first, last }: { readonly first: CivilDate; readonly last: CivilDate },
  now: Instant,
): Completeness => {
  const period = { from: startOfDay(first, meter.zone), to: endOfDay(last, meter.zone) };
  return sharesOf(totalsOfDays(days), missingFrom(meter, period, now));
};

export type ConsumptionService = ReturnType<typeof createConsumptionService>;

export const createConsumptionService = (needs: {
  reader: ConsumptionReader;
  meterDays: Pick<MeterDays, 'readTogether'>;
  directory: MeterDirectory;
  cycles: Pick<SubjectCycles, 'ofMeter'>;
  prices: SubjectPrices;
  clock: () => Instant;
}) => {
  const { reader, meterDays, directory, cycles, prices, clock } = needs;

  const ofMeter = <T>(caller: Caller, mac: Mac, read: (meter: Meter) => Promise<T>): Promise<T> =>
    directory.read(caller, 'see-consumption', mac, read);
  const touPeriodsOf =
    (caller: Caller, meter: Meter) => async (days: { first: CivilDate; last: CivilDate }) =>
      (await prices.touPeriodsOf(caller, meter, days)).touPeriodsOn;
  const pricesOf =
    (caller: Caller, meter: Meter, completeDays: readonly DayConsumption[]) =>
    (days: readonly DayConsumption[]) =>
      prices.ofDays(caller, { meter, days, fullDays: completeDays });

  const daysOf = async (
    caller: Caller,
    meter: Meter,
    first: CivilDate,
    last: CivilDate,
  ): Promise<{
    days: ConsolidatedDay[];
    shares: Completeness;
    priced: PricedDays;
    touPeriods: PricedPeriods;
  }> => {
    const now = clock();
    const request = prices.touPeriodsOf(caller, meter, { first, last });
    const [read, touPeriods] = await Promise.all([
      reader.inDetail(meter, {
        first,
        last,
        now,
        touPeriodsOn: request.then(({ touPeriodsOn }) => touPeriodsOn),
      }),
      request,
      prices.prepare(caller, meter, { first, last }),
    ]);
    const priced = await pricesOf(caller, meter, read)(read);
    const today = civilDateAt(now, meter.zone);
    const days = read.map((day, index) => toDay(day, priced.perDay[index], { zone: meter.zone, today }));
    return { days, shares: sharesIn(meter, read, { first, last }, now), priced, touPeriods };
  };

  const monthOf = (caller: Caller, mac: Mac): Promise<MonthSoFar> =>
    ofMeter(caller, mac, (meter) => cycles.ofMeter(caller, meter, subjectOfMeter(meter, clock())));

  return {
    /** A day of a meter; by default today in the meter's zone. */
    day: (caller: Caller, mac: Mac, date?: CivilDate): Promise<ConsolidatedDay & DayPricing> =>
      ofMeter(caller, mac, async (meter) => {
        const request = date ?? civilDateAt(clock(), meter.zone);
        const { days, priced, touPeriods } = await daysOf(caller, meter, request, request);
        return {
          ...(days[0] as ConsolidatedDay),
          basis: priced.basis,
          prices: pricesInReais(priced.prices),
          windows: toWindows(touPeriods.windowsOn(request)),
        };
      }),
    async period(caller: Caller, request: BodyOf<typeof readPeriod>): Promise<ContentOf<typeof readPeriod>> {
      const [first, last] = [request.dateStart, request.dateEnd];
      checkPeriod(first, last, 'dateEnd');
      return ofMeter(caller, request.meter, async (meter) => {
        const { days, shares } = await daysOf(caller, meter, first, last);
        return { consolidated: days, ...shares };
      });
    },
    async days(caller: Caller, mac: Mac, request: Days): Promise<DaysInTotal> {
      const [first, last] = [request.start, request.end];
      checkPeriod(first, last, 'end');
      return ofMeter(caller, mac, async (meter) => {
        const now = clock();
        const today = civilDateAt(now, meter.zone);
        const touPeriodsOn = touPeriodsOf(caller, meter)({ first, last });
        const [days] = await Promise.all([
          reader.inTotal(meter, { first, last, now, touPeriodsOn }),
          prices.prepare(caller, meter, { first, last }),
        ]);
        const { perDay } = await pricesOf(caller, meter, days)(days);
        return {
          days: days.map((day, index) => ({
            date: day.date,
            total: inUnits(day.total),
            ...inTouPeriods(day),
            cost: inReais(perDay[index]),
            ...completenessOfDay(day, today),
          })),
          ...sharesIn(meter, days, { first, last }, now),
        };
      });
    },
    generation: (caller: Caller, mac: Mac, { start, end }: Days): Promise<Generation> =>
      ofMeter(caller, mac, (meter) =>
        readGeneration(reader, meter, { first: start, last: end, now: clock() }),
      ),
    month: monthOf,
    async forecast(caller: Caller, mac: Mac): Promise<ForecastOfCycle> {
      const cycle = await monthOf(caller, mac);
      const { forecast, dailyAverage, daysElapsed, daysInPeriod } = cycle;
      return { ...forecast, dailyAverage, daysElapsed, daysInPeriod, ...repeatShares(cycle) };
    },
    /** Months in the requested order. @param request - months as MM/YYYY */
    months: (caller: Caller, mac: Mac, request: readonly string[]): Promise<Months> =>
      ofMeter(caller, mac, (meter) => {
        const subject = { ...subjectOfMeter(meter, clock()), meters: [meter] };
        const sources = { sums: meterDays.readTogether, prices };
        return readMonthsOf(sources, caller, subject, meter, request, async ([ofMonth], [all]) => {
          // Without a tariff the cost is unknown, also for zero consumption.
          if (ofMonth === undefined || (ofMonth.days.length === 0 && meter.tariffId === null))
            return { total: meter.tariffId === null ? null : cents(0) };
          return prices.ofDays(caller, { meter, days: ofMonth.days, fullDays: all?.days });
        });
      }),
  };
};
