import type { AnswerOf, BodyOf } from '@nascente/contract/base/call';
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
import { type PeriodAsked, periodAsked } from '../../../telemetry/readings/index.ts';
import type { MeterDays } from '../../../telemetry/series/index.ts';
import { inPosts, inUnits } from '../days/day-answer.ts';
import { inReais, type SubjectPrices } from '../prices/subject-prices.ts';
import { type ConsumptionReader, missingFrom, spanOf } from '../reading/consumption-reader.ts';
import { readConsumedQuarters } from '../reading/quarter-sums.ts';

type Consumption = AnswerOf<typeof readConsumption>['value'];

export type PeriodService = ReturnType<typeof createPeriodService>;

/** By quarter-hours a year would be 35,000 rows. */
const MAX_BY_QUARTERS_DAYS = 31;

const completeDaysOf =
  ({ from, to }: PeriodAsked, { zone }: Meter) =>
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
    asked: PeriodAsked,
    how: 'inDetail' | 'inTotal',
  ): Promise<DayConsumption[]> => {
    const postsOn = prices.postsOf(caller, meter, asked).then((posts) => posts.postsOn);
    const days = { ...asked, now: clock(), postsOn };
    const [read] = await Promise.all([
      asked.isWholeDays ? reader[how](meter, days) : reader.inSpan(meter, days),
      prices.prepare(caller, meter, asked),
    ]);
    return read;
  };
  const priced = (caller: Caller, meter: Meter, asked: PeriodAsked, days: readonly DayConsumption[]) => {
    const wholeDays = asked.isWholeDays ? days : undefined;
    return prices.ofDays(caller, { meter, days, wholeDays, isWhole: completeDaysOf(asked, meter) });
  };
  const sharesIn = (meter: Meter, asked: PeriodAsked, sum: Parameters<typeof sharesOf>[0]) =>
    sharesOf(sum, missingFrom(meter, asked, clock()));

  return {
    consumption: (
      caller: Caller,
      { id, dateIn, dateOut }: BodyOf<typeof readConsumption>,
    ): Promise<Consumption> =>
      ofMeter(caller, id, async (meter) => {
        const asked = periodAsked(dateIn, dateOut, meter.zone);
        const days = await read(caller, meter, asked, 'inDetail');
        const sum = sumDays(days);
        const { total: cost } = await priced(caller, meter, asked, days);
        return {
          total: inUnits(sum.total),
          totalPhaseA: inUnits(sum.consumed.a),
          totalPhaseB: inUnits(sum.consumed.b),
          totalPhaseC: inUnits(sum.consumed.c),
          ...inPosts(sum),
          reactive: inUnits(phaseSum(sum.inductive) - phaseSum(sum.capacitive)),
          injected: inUnits(phaseSum(sum.injected)),
          cost: inReais(cost),
          ...sharesIn(meter, asked, sum),
        };
      }),
    runningTotal: (
      caller: Caller,
      { id, dateIn, dateOut, every }: BodyOf<typeof readRunningTotal>,
    ): Promise<Omit<AnswerOf<typeof readRunningTotal>, 'ok'>> =>
      ofMeter(caller, id, async (meter) => {
        const asked = periodAsked(dateIn, dateOut, meter.zone);
        if (every === '15m' && daysBetween(asked.first, asked.last) >= MAX_BY_QUARTERS_DAYS) {
          throw invalidField('dateOut', MAXIMUM_RANGE_MESSAGE);
        }
        const now = clock();
        const whole = spanOf(meter, { ...asked, now });
        const from = instant(Math.max(whole.from, asked.from));
        const span = { from, to: instant(Math.max(from, Math.min(whole.to, asked.to))) };
        const [found, days] = await Promise.all([
          readConsumedQuarters(meterDays, meter, span),
          asked.isWholeDays
            ? reader.inTotal(meter, { ...asked, now })
            : reader.inSpan(meter, { ...asked, now }),
        ]);
        const until = instant(Math.min(asked.to, now));
        const totals = runningTotal(found, { from: asked.from, to: until }, every, meter.zone);
        return {
          value: totals.map(({ at, total }) => ({ date: new Date(at).toISOString(), total: inUnits(total) })),
          ...sharesIn(meter, asked, totalsOfDays(days)),
        };
      }),
    daily: (
      caller: Caller,
      { id, dateIn, dateOut, format }: BodyOf<typeof readDailyConsumption>,
    ): Promise<Omit<AnswerOf<typeof readDailyConsumption>, 'ok'>> =>
      ofMeter(caller, id, async (meter) => {
        const asked = periodAsked(dateIn, dateOut, meter.zone);
        const days = await read(caller, meter, asked, 'inTotal');
        const { perDay } = await priced(caller, meter, asked, days);
        return {
          value: days.map((day, index) => ({
            label: formatDayAs(day.date, format),
            total: inUnits(day.total),
            cost: inReais(perDay[index]),
            ...sharesOf(day),
          })),
          ...sharesIn(meter, asked, totalsOfDays(days)),
        };
      }),
  };
};
