import type { MonthSoFar } from '@nascente/contract/consumption';
import { forecastDays } from '@nascente/domain/consumption/forecast';
import type { DayConsumption } from '@nascente/domain/consumption/totals';
import { daysFrom } from '@nascente/domain/time/civil-day';
import { isPeakExempt } from '@nascente/domain/time/holidays';
import { type Cents, cents } from '@nascente/domain/units/money';
import { inPosts, inUnits } from '../days/day-answer.ts';
import { inReais } from '../prices/priced-days.ts';
import type { CycleSoFar } from './cycle-so-far.ts';

type Day = MonthSoFar['days'][number];

/** How much of a day with peak hours was consumed in them, by the days that were measured. */
const postShares = (days: readonly DayConsumption[]) => {
  const withPeak = days.filter((day) => !isPeakExempt(day.date));
  const total = withPeak.reduce((sum, day) => sum + day.total, 0);
  const share = (post: 'inPoint' | 'interPoint'): number =>
    total === 0 ? 0 : withPeak.reduce((sum, day) => sum + day[post], 0) / total;
  return { inPoint: share('inPoint'), interPoint: share('interPoint') };
};

/** What is expected of a cycle from now on: with what was measured it adds up to the forecast, in energy and in money. */
export interface ToCome {
  readonly restOfToday: MonthSoFar['restOfToday'];
  /** After today. */
  readonly days: Day[];
}

/** @param left the forecast's cost less the cost so far; null without prices. */
export const daysToCome = (soFar: CycleSoFar, left: Cents | null): ToCome => {
  const { today, cycle, consumed, pastDays, forecast, shareToCome } = soFar;
  const energyLeft = forecast.total - consumed.total;
  const expected = forecastDays(energyLeft, daysFrom(today, cycle.last), pastDays, shareToCome);
  const shares = postShares(pastDays);
  let running = 0;
  let before = 0;
  const [rest, ...days] = expected.map(({ date, total }): Day => {
    running += total;
    const until = left === null || energyLeft === 0 ? 0 : Math.round((left * running) / energyLeft);
    const cost = left === null ? null : cents(until - before);
    before = until;
    const hasPeak = !isPeakExempt(date);
    const inPoint = hasPeak ? Math.round(total * shares.inPoint) : 0;
    const interPoint = hasPeak ? Math.round(total * shares.interPoint) : 0;
    return {
      date,
      total: inUnits(total),
      ...inPosts({ inPoint, interPoint, outPoint: total - inPoint - interPoint }),
      cost: inReais(cost),
      completeness: 0,
      isForecast: true,
    };
  }) as [Day, ...Day[]];
  return { restOfToday: { total: rest.total, cost: rest.cost }, days };
};

const addKnown = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : a + b;

const addDays = (a: Day, b: Day): Day => ({
  ...a,
  total: a.total + b.total,
  inPoint: a.inPoint + b.inPoint,
  interPoint: a.interPoint + b.interPoint,
  outPoint: a.outPoint + b.outPoint,
  cost: addKnown(a.cost, b.cost),
});

/** What is expected of two shares of a whole, together. */
export const addToCome = (a: ToCome, b: ToCome): ToCome => ({
  restOfToday: {
    total: a.restOfToday.total + b.restOfToday.total,
    cost: addKnown(a.restOfToday.cost, b.restOfToday.cost),
  },
  days: a.days.map((day, index) => addDays(day, b.days[index] as Day)),
});
