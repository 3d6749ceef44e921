import { type CivilDate, daysFrom } from '../../base/time/civil-day.ts';
import { isPeakExempt } from '../../base/time/holidays.ts';
import { type Cents, cents, sumPresentCents } from '../../base/units/money.ts';
import {
  type DayConsumption,
  type Quantity,
  sumBy,
  sumTouPeriods,
  type TouTotals,
} from '../../telemetry/intervals/totals.ts';
import type { CycleSoFar } from './cycle-so-far.ts';
import { averageForecast, type Forecast, forecastCost, forecastDays } from './forecast.ts';
import type { ChosenForecast } from './forecast-choice.ts';

interface DayToCome extends TouTotals {
  readonly date: CivilDate;
  readonly total: Quantity;
  /** Null without prices. */
  readonly cost: Cents | null;
}

/**
 * Expected consumption of the rest of today and of each later day. Together with the measured part it adds up to the forecast.
 * @param left - forecast cost minus the cost so far; null without prices
 */
function daysToCome(soFar: CycleSoFar, left: Cents | null): DayToCome[] {
  const { today, cycle, consumed, pastDays, forecast, shareToCome } = soFar;
  const energyLeft = forecast.total - consumed.total;
  const shares = peakShares(pastDays);
  let running = 0;
  let before = 0;
  return forecastDays(energyLeft, daysFrom(today, cycle.last), pastDays, shareToCome).map(
    ({ date, total }) => {
      running += total;
      const until = left === null || energyLeft === 0 ? 0 : Math.round((left * running) / energyLeft);
      const cost = left === null ? null : cents(until - before);
      before = until;
      const inPeriod = (share: number) => (isPeakExempt(date) ? 0 : Math.round(total * share)) as Quantity;
      const [inPoint, interPoint] = [inPeriod(shares.inPoint), inPeriod(shares.interPoint)];
      const outPoint = (total - inPoint - interPoint) as Quantity;
      return { date, total: total as Quantity, inPoint, interPoint, outPoint, cost };
    },
  );
}

function addDaysToCome(shares: readonly (readonly DayToCome[])[]): DayToCome[] {
  const [first = []] = shares;
  return first.map(({ date }, index) => {
    const ofDay = shares.map((days) => days[index] as DayToCome);
    const costs = ofDay.map(({ cost }) => cost);
    return {
      date,
      total: sumBy(ofDay, ({ total }) => total),
      ...sumTouPeriods(ofDay),
      cost: sumPresentCents(costs),
    };
  });
}

/** Shares of consumption in peak and intermediate hours, from measured days that have peak hours. */
function peakShares(days: readonly DayConsumption[]) {
  const withPeak = days.filter(({ date }) => !isPeakExempt(date));
  const total = sumBy(withPeak, (day) => day.total);
  const share = (touPeriod: 'inPoint' | 'interPoint'): number =>
    total === 0 ? 0 : sumBy(withPeak, (day) => day[touPeriod]) / total;
  return { inPoint: share('inPoint'), interPoint: share('interPoint') };
}

interface Expected {
  /** Thousandths of Wh, or of a litre. */
  readonly total: number;
  /** Null without prices. */
  readonly cost: Cents | null;
}

/** The forecast of a billing cycle in energy (mWh, or ml of water, as all quantities here) and in money. */
export interface CycleForecast
  extends Expected,
    Pick<ChosenForecast, 'low' | 'high' | 'method' | 'pastError' | 'pastForecasts'> {
  readonly lowCost: Cents | null;
  readonly highCost: Cents | null;
  readonly byDailyAverage: Expected;
  readonly byTypicalWeek: Expected | null;
}

/** A meter, or meters of one tariff that are forecast together, with the cost so far; `cost` is null without prices. */
interface CycleShare {
  readonly soFar: CycleSoFar;
  readonly cost: Cents | null;
}

/** The forecast of a cycle, and its distribution over the remaining days. */
export interface CycleToCome {
  readonly forecast: CycleForecast;
  readonly days: readonly DayToCome[];
}

/**
 * The forecast of a subject as the sum of its shares, at least one. Each share is forecast with the cost of its own consumption.
 */
export function forecastCycle(shares: readonly CycleShare[]): CycleToCome {
  const forecasts = shares.map(({ soFar, cost }) => withCost(soFar, cost));
  const days = shares.map(({ soFar, cost }, index) => {
    const expectedCost = forecasts[index]?.cost ?? null;
    return daysToCome(soFar, cost === null || expectedCost === null ? null : cents(expectedCost - cost));
  });
  const consumed = sumBy(shares, ({ soFar }) => soFar.consumed.total);
  return { forecast: mergeForecasts(forecasts, consumed), days: addDaysToCome(days) };
}

/**
 * Adds costs to a forecast of energy. The cost grows in proportion to consumption. With the method 'média diária' it is the
 * average daily cost times the days, and at least the cost so far.
 */
function withCost(soFar: CycleSoFar, cost: Cents | null): CycleForecast {
  const { forecast, consumed, passedDays, periodDays } = soFar;
  const { total, low, high, method, pastError, pastForecasts, byDailyAverage, byTypicalWeek } = forecast;
  const byAverage = averageForecast({
    consumed: consumed.total,
    energyCost: cost,
    fixedCost: cents(0),
    passedDays,
    periodDays,
  }).cost;
  const costOf = (one: Forecast) => (cost === null ? null : forecastCost(cost, consumed.total, one));
  const grown = costOf(forecast);
  const expected =
    method === 'média diária' && byAverage !== null && cost !== null
      ? cents(Math.max(byAverage, cost))
      : (grown?.cost ?? null);
  const bound = (side: 'low' | 'high', pick: (...values: number[]) => number): Cents | null =>
    grown?.[side] == null || expected === null ? null : cents(pick(grown[side], expected));
  const inMoney = (of: number) => costOf({ total: of, low: of, high: of, dailyAverage: 0 })?.cost ?? null;
  return {
    total,
    cost: expected,
    low,
    high,
    lowCost: bound('low', Math.min),
    highCost: bound('high', Math.max),
    method,
    pastError,
    pastForecasts,
    byDailyAverage: { total: byDailyAverage.total, cost: byAverage },
    byTypicalWeek: byTypicalWeek === null ? null : { total: byTypicalWeek, cost: inMoney(byTypicalWeek) },
  };
}

/**
 * Merges the forecasts of shares, at least one.
 * @param consumed - by all shares so far: the minimum of `low`
 */
export function mergeForecasts(forecasts: readonly CycleForecast[], consumed: number): CycleForecast {
  const [only, another] = forecasts;
  if (only !== undefined && another === undefined) return only;
  const { total, cost } = expectTogether(forecasts);
  const below = (value: number | null, bound: number | null): number => (value ?? 0) - (bound ?? value ?? 0);
  const bound = (half: number): Cents | null => (cost === null ? null : cents(cost + half));
  return {
    total,
    cost,
    low: Math.max(total - spread(forecasts, (one) => one.total - one.low), consumed),
    high: total + spread(forecasts, (one) => one.high - one.total),
    lowCost: bound(-spread(forecasts, (one) => below(one.cost, one.lowCost))),
    highCost: bound(spread(forecasts, (one) => below(one.cost, one.highCost))),
    ...mergeMethods(forecasts, total),
  };
}

function expectTogether(parts: readonly Expected[]): Expected {
  return { total: sumBy(parts, ({ total }) => total), cost: sumPresentCents(parts.map(({ cost }) => cost)) };
}

/** The forecast band of a sum. Errors of independent meters add up by their squares. */
function spread(forecasts: readonly CycleForecast[], half: (forecast: CycleForecast) => number): number {
  return Math.round(Math.sqrt(sumBy(forecasts, (forecast) => half(forecast) ** 2)));
}

/** The sum of the typical-week forecasts. A share without one uses its daily average; null if no share has one. */
function mergeWeeks(forecasts: readonly CycleForecast[]): Expected | null {
  if (forecasts.every(({ byTypicalWeek }) => byTypicalWeek === null)) return null;
  return expectTogether(
    forecasts.map(({ byTypicalWeek, byDailyAverage }) => byTypicalWeek ?? byDailyAverage),
  );
}

/** The method of the largest share. The past error is a weighted mean, because errors of shares may not cancel out. */
function mergeMethods(forecasts: readonly CycleForecast[], total: number) {
  const largest = forecasts.reduce((maximum, one) => (one.total > maximum.total ? one : maximum));
  const isTried = total > 0 && forecasts.every(({ pastError }) => pastError !== null);
  return {
    method: largest.method,
    pastError: isTried ? sumBy(forecasts, (one) => (one.pastError as number) * one.total) / total : null,
    pastForecasts: Math.min(...forecasts.map(({ pastForecasts }) => pastForecasts)),
    byDailyAverage: expectTogether(forecasts.map(({ byDailyAverage }) => byDailyAverage)),
    byTypicalWeek: mergeWeeks(forecasts),
  };
}
