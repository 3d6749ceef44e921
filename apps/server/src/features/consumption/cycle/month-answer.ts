import type { MonthSoFar } from '@nascente/contract/consumption';
import { isOverlapEnough } from '@nascente/domain/consumption/alike';
import { highestDay, sumDays } from '@nascente/domain/consumption/consolidate';
import { economyPercent, type Forecast, forecastCost } from '@nascente/domain/consumption/forecast';
import type { DayConsumption, PeriodConsumption } from '@nascente/domain/consumption/totals';
import type { CostOfDays } from '@nascente/domain/tariff/terms/simple-tariff';
import { monthOf, toMonthOfYear } from '@nascente/domain/time/civil-month';
import { type Cents, cents } from '@nascente/domain/units/money';
import { completenessOfDay } from '../days/completeness-answer.ts';
import { demandInKw, inUnits } from '../days/day-answer.ts';
import type { PricedDays } from '../prices/meter-prices.ts';
import { inReais, pricesInReais } from '../prices/priced-days.ts';
import { type CycleSoFar, daysWithin } from './cycle-so-far.ts';
import { daysToCome } from './days-to-come.ts';

export type ForecastAnswer = MonthSoFar['forecast'];
/** What days cost, and by what: without it, by the tariff. */
type PriceDays = (
  days: readonly DayConsumption[],
) => Promise<CostOfDays & Partial<Pick<PricedDays, 'basis' | 'prices'>>>;

const inPosts = ({
  inPoint,
  interPoint,
  outPoint,
}: Pick<PeriodConsumption, 'inPoint' | 'interPoint' | 'outPoint'>) => ({
  inPoint: inUnits(inPoint),
  interPoint: inUnits(interPoint),
  outPoint: inUnits(outPoint),
});

const expectedBy = (total: number, consumed: number, cost: Cents | null) => {
  const one = { total, low: total, high: total, dailyAverage: 0 };
  return {
    total: inUnits(total),
    cost: inReais(cost === null ? null : forecastCost(cost, consumed, one).cost),
  };
};

export const toForecast = ({ forecast, consumed }: CycleSoFar, cost: Cents | null): ForecastAnswer => {
  const { method, pastError, pastForecasts, byDailyAverage, byTypicalWeek } = forecast;
  const costOf = (one: Forecast) => (cost === null ? null : forecastCost(cost, consumed.total, one));
  const expected = costOf(forecast);
  return {
    total: inUnits(forecast.total),
    cost: inReais(expected?.cost),
    low: inUnits(forecast.low),
    high: inUnits(forecast.high),
    lowCost: inReais(expected?.low),
    highCost: inReais(expected?.high),
    method,
    pastError,
    pastForecasts,
    byDailyAverage: {
      total: inUnits(byDailyAverage.total),
      cost: inReais(costOf(byDailyAverage)?.cost),
    },
    byTypicalWeek: byTypicalWeek === null ? null : expectedBy(byTypicalWeek, consumed.total, cost),
    assumedFlag: null,
  };
};

/** How far the cycle before is counted, and this one. */
export const toUntil = ({ previous, alike: { end, until } }: CycleSoFar) => ({
  before: { start: previous.first, end, until: new Date(until.previous).toISOString() },
  current: { until: new Date(until.current).toISOString() },
});

/** The cycle before in the hours that have passed of this one; null where too few of them are measured. */
const comparePrevious = async (soFar: CycleSoFar, price: PriceDays): Promise<MonthSoFar['previous']> => {
  const { alike } = soFar;
  if (!isOverlapEnough(alike)) return null;
  const [ours, theirs] = await Promise.all([price(alike.current), price(alike.other)]);
  const { before, current } = toUntil(soFar);
  return {
    ...before,
    hours: alike.hours,
    total: inUnits(sumDays(alike.other).total),
    cost: inReais(theirs.total),
    current: { ...current, total: inUnits(sumDays(alike.current).total), cost: inReais(ours.total) },
  };
};

const toHighestDay = (days: readonly DayConsumption[], costs: CostOfDays): MonthSoFar['highestDay'] => {
  const highest = highestDay(days);
  if (highest === null) return null;
  const cost = costs.perDay[days.indexOf(highest)];
  return { date: highest.date, total: inUnits(highest.total), cost: inReais(cost) };
};

export const toHighestDemand = ({ peakQuarter }: PeriodConsumption): MonthSoFar['highestDemand'] =>
  peakQuarter === null
    ? null
    : { value: demandInKw(peakQuarter), at: new Date(peakQuarter.start).toISOString() };

export const NO_ECONOMY = { economy: null, saving: null } as const;

/** By how much what is expected is below what was. */
export const savingOf = (total: number, before: Cents | null, expected: Cents | null) => ({
  total: inUnits(total),
  cost: before === null || expected === null ? null : inReais(cents(before - expected)),
});

/** The day of the cycle before would be compared with nothing: its economy needs the whole of it. */
const economyOf = async (
  { previous, pastDays, forecast }: CycleSoFar,
  price: PriceDays,
  expected: Cents | null,
): Promise<Pick<MonthSoFar, 'economy' | 'saving'>> => {
  const days = daysWithin(pastDays, previous.first, previous.last);
  const { total } = sumDays(days);
  const economy = economyPercent(total, forecast.total);
  if (economy === null) return NO_ECONOMY;
  const { total: before } = await price(days);
  return { economy, saving: savingOf(total - forecast.total, before, expected) };
};

/** The prices of a tariff alone have no fixed lines. */
export const simpleCost = (total: Cents | null) => ({
  basis: 'tariff' as const,
  cost: inReais(total),
  energyCost: inReais(total),
  fixedCost: total === null ? null : 0,
});

export const toMonthSoFar = async (soFar: CycleSoFar, price: PriceDays): Promise<MonthSoFar> => {
  const { cycle, days, consumed, daysElapsed, daysInPeriod, passedDays } = soFar;
  const costs = await price(days);
  const expected =
    costs.total === null ? null : forecastCost(costs.total, consumed.total, soFar.forecast).cost;
  const left = expected === null || costs.total === null ? null : cents(expected - costs.total);
  const measured = days.map((day, index) => ({
    date: day.date,
    total: inUnits(day.total),
    ...inPosts(day),
    cost: inReais(costs.perDay[index]),
    ...completenessOfDay(day, soFar.today),
    isForecast: false,
  }));
  const toCome = daysToCome(soFar, left);
  return {
    date: toMonthOfYear(monthOf(cycle.first)),
    start: cycle.first,
    end: cycle.last,
    total: inUnits(consumed.total),
    ...inPosts(consumed),
    ...simpleCost(costs.total),
    basis: costs.basis === 'contract' ? 'energy' : 'tariff',
    prices: pricesInReais(costs.prices ?? null),
    dailyAverage: inUnits(soFar.forecast.dailyAverage),
    dailyAverageCost: costs.total === null ? null : inReais(cents(Math.round(costs.total / passedDays))),
    daysElapsed,
    daysInPeriod,
    highestDay: toHighestDay(days, costs),
    highestDemand: toHighestDemand(consumed),
    completeness: consumed.completeness,
    forecast: toForecast(soFar, costs.total),
    previous: await comparePrevious(soFar, price),
    ...(await economyOf(soFar, price, expected)),
    restOfToday: toCome.restOfToday,
    days: [...measured, ...toCome.days],
  };
};
