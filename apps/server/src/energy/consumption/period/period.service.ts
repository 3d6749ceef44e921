import type { AnswerOf, BodyOf, ContentOf } from '@nascente/contract/base/call';
import type {
  readConsumption,
  readDailyConsumption,
  readRunningTotal,
} from '@nascente/contract/energy/period-consumption';
import { MAXIMUM_RANGE_MESSAGE } from '@nascente/contract/telemetry/readings';
import { type CivilDate, daysBetween, endOfDay, startOfDay } from '@nascente/domain/base/time/civil-day';
import { formatDayAs } from '@nascente/domain/base/time/day-pattern';
import { type Instant, instant } from '@nascente/domain/base/time/zone';
import { sumDays } from '@nascente/domain/energy/consumption/consolidate';
import { runningTotal } from '@nascente/domain/energy/consumption/running-total';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import {
  type DayConsumption,
  phaseSum,
  sharesOf,
  totalsOfDays,
} from '@nascente/domain/telemetry/intervals/totals';
import { invalidField } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Meter, MeterDirectory } from '../../../sites/meters/index.ts';
import { periodAsked, type RequestedPeriod } from '../../../telemetry/readings/index.ts';
import type { MeterDays } from '../../../telemetry/series/index.ts';
import { inTouPeriods, inUnits } from '../days/day-answer.ts';
import { inReais, type SubjectPrices } from '../prices/subject-prices.ts';
import { type ConsumptionReader, missingFrom, spanOf } from '../reading/consumption-reader.ts';
import { readConsumedQuarters } from '../reading/quarter-sums.ts';

type Consumption = AnswerOf<typeof readConsumption>['value'];

/** Limit for quarter-hours, because a year would have 35,000 rows. */
const MAX_BY_QUARTERS_DAYS = 31;

const completeDaysOf =
  ({ from, to }: RequestedPeriod, { zone }: Meter) =>
  (date: CivilDate): boolean =>
    from <= startOfDay(date, zone) && endOfDay(date, zone) <= to;

export const createPeriodService = (needs: {
  reader: ConsumptionReader;
  meterDays: MeterDays;
  directory: MeterDirectory;
  prices: SubjectPrices;
  clock: () => Instant;
}) => {
  const { reader, meterDays, directory, prices, clock } = needs;

  const ofMeter = <T>(caller: Caller, mac: Mac, read: (meter: Meter) => Promise<T>): Promise<T> =>
    directory.read(caller, 'see-consumption', mac, read);
  const read = async (
    caller: Caller,
    meter: Meter,
    requested: RequestedPeriod,
    how: 'inDetail' | 'inTotal',
  ): Promise<DayConsumption[]> => {
    const touPeriodsOn = prices
      .touPeriodsOf(caller, meter, requested)
      .then((touPeriods) => touPeriods.touPeriodsOn);
    const days = { ...requested, now: clock(), touPeriodsOn };
    const [read] = await Promise.all([
      requested.isFullDays ? reader[how](meter, days) : reader.inSpan(meter, days),
      prices.prepare(caller, meter, requested),
    ]);
    return read;
  };
  const priced = (
    caller: Caller,
    meter: Meter,
    requested: RequestedPeriod,
    days: readonly DayConsumption[],
  ) => {
    const completeDays = requested.isFullDays ? days : undefined;
    return prices.ofDays(caller, {
      meter,
      days,
      fullDays: completeDays,
      isComplete: completeDaysOf(requested, meter),
    });
  };
  const sharesIn = (meter: Meter, requested: RequestedPeriod, sum: Parameters<typeof sharesOf>[0]) =>
    sharesOf(sum, missingFrom(meter, requested, clock()));

  return {
    consumption: (
      caller: Caller,
      { id, dateIn, dateOut }: BodyOf<typeof readConsumption>,
    ): Promise<Consumption> =>
      ofMeter(caller, id, async (meter) => {
        const requested = periodAsked(dateIn, dateOut, meter.zone);
        const days = await read(caller, meter, requested, 'inDetail');
        const sum = sumDays(days);
        const { total: cost } = await priced(caller, meter, requested, days);
        return {
          total: inUnits(sum.total),
          totalPhaseA: inUnits(sum.consumed.a),
          totalPhaseB: inUnits(sum.consumed.b),
          totalPhaseC: inUnits(sum.consumed.c),
          ...inTouPeriods(sum),
          reactive: inUnits(phaseSum(sum.inductive) - phaseSum(sum.capacitive)),
          injected: inUnits(phaseSum(sum.injected)),
          cost: inReais(cost),
          ...sharesIn(meter, requested, sum),
        };
      }),
    runningTotal: (
      caller: Caller,
      { id, dateIn, dateOut, every }: BodyOf<typeof readRunningTotal>,
    ): Promise<ContentOf<typeof readRunningTotal>> =>
      ofMeter(caller, id, async (meter) => {
        const requested = periodAsked(dateIn, dateOut, meter.zone);
        if (every === '15m' && daysBetween(requested.first, requested.last) >= MAX_BY_QUARTERS_DAYS) {
          throw invalidField('dateOut', MAXIMUM_RANGE_MESSAGE);
        }
        const now = clock();
        const complete = spanOf(meter, { ...requested, now });
        const from = instant(Math.max(complete.from, requested.from));
        const span = { from, to: instant(Math.max(from, Math.min(complete.to, requested.to))) };
        const [found, days] = await Promise.all([
          readConsumedQuarters(meterDays, meter, span),
          requested.isFullDays
            ? reader.inTotal(meter, { ...requested, now })
            : reader.inSpan(meter, { ...requested, now }),
        ]);
        const until = instant(Math.min(requested.to, now));
        const totals = runningTotal(found, { from: requested.from, to: until }, every, meter.zone);
        return {
          value: totals.map(({ at, total }) => ({ date: new Date(at).toISOString(), total: inUnits(total) })),
          ...sharesIn(meter, requested, totalsOfDays(days)),
        };
      }),
    daily: (
      caller: Caller,
      { id, dateIn, dateOut, format }: BodyOf<typeof readDailyConsumption>,
    ): Promise<ContentOf<typeof readDailyConsumption>> =>
      ofMeter(caller, id, async (meter) => {
        const requested = periodAsked(dateIn, dateOut, meter.zone);
        const days = await read(caller, meter, requested, 'inTotal');
        const { perDay } = await priced(caller, meter, requested, days);
        return {
          value: days.map((day, index) => ({
            label: formatDayAs(day.date, format),
            total: inUnits(day.total),
            cost: inReais(perDay[index]),
            ...sharesOf(day),
          })),
          ...sharesIn(meter, requested, totalsOfDays(days)),
        };
      }),
  };
};
