import type { MonthSoFar } from '@nascente/contract/energy/consumption';
import { daysBetween } from '@nascente/domain/base/time/civil-day';
import { monthOf, toMonthOfYear } from '@nascente/domain/base/time/civil-month';
import { type Cents, cents } from '@nascente/domain/base/units/money';
import { isOverlapEnough } from '@nascente/domain/energy/forecast/alike';
import {
  type CycleForecast,
  type CycleToCome,
  forecastCycle,
} from '@nascente/domain/energy/forecast/cycle-forecast';
import { type CycleSoFar, daysWithin } from '@nascente/domain/energy/forecast/cycle-so-far';
import {
  type AverageForecast,
  averageForecast,
  economyPercent,
} from '@nascente/domain/energy/forecast/forecast';
import type { CostOfDays } from '@nascente/domain/sites/tariffs/simple-tariff';
import {
  type Completeness,
  type DayTotals,
  type Quantity,
  sharesOf,
  sumBy,
  sumTouPeriods,
  type TouTotals,
  totalsOfDays,
} from '@nascente/domain/telemetry/intervals/totals';
import { completenessOfDay, demandInKw, inTouPeriods, inUnits } from '../days/day-answer.ts';
import { type DaysByTariff, inReais, type PricedDays, pricesInReais } from '../prices/subject-prices.ts';

/** Meters of one tariff that are forecast as one. */
export interface ShareSoFar {
  readonly tariffId: string | null;
  readonly soFar: CycleSoFar;
}

/** Computes the cost of several days together, by the bill or by the tariff. */
export type PriceDays = (
  days: readonly DaysByTariff[],
) => Promise<Pick<CostOfDays, 'perDay' | 'total'> & Partial<Pick<PricedDays, 'basis' | 'prices'>>>;

/** Whether the same meters measured this cycle and the same days, or the total, of the previous cycle. */
export interface Alike {
  readonly previousDays: boolean;
  readonly previousTotal: boolean;
}

const ALIKE: Alike = { previousDays: true, previousTotal: true };
export const ALONE: Alike = { previousDays: false, previousTotal: false };

type Day = MonthSoFar['days'][number];

interface Consumed extends TouTotals {
  readonly total: Quantity;
  readonly presentQuarters: number;
  readonly estimatedQuarters: number;
  readonly expectedQuarters: number;
}

const together = (parts: readonly Consumed[]) => {
  const sums = { ...totalsOfDays(parts), ...sumTouPeriods(parts) };
  return { ...sums, total: sums.total as Quantity, ...sharesOf(sums) };
};

/** Completeness of a whole cycle, including days before the first meter was installed. */
const totalCompleteness = (
  measured: DayTotals,
  shares: readonly ShareSoFar[],
  cycle: keyof CycleSoFar['missing'],
): Completeness => {
  const missing = Math.min(...shares.map(({ soFar }) => soFar.missing[cycle]));
  return sharesOf(measured, missing);
};

const daysTogether = (shares: readonly ShareSoFar[]) =>
  (shares[0]?.soFar.days ?? []).map(({ date }, index) => ({
    date,
    ...together(shares.flatMap(({ soFar }) => soFar.days[index] ?? [])),
  }));

/** Days of all shares of one tariff, as if of one meter, so that they are rounded to cents together. */
const byTariff = (shares: readonly ShareSoFar[]): DaysByTariff[] =>
  [...Map.groupBy(shares, ({ tariffId }) => tariffId)].map(([tariffId, ofTariff]) => ({
    tariffId,
    days: daysTogether(ofTariff),
  }));

/** A share without past and future consumption costs nothing, with or without a tariff. */
const costsOfShares = (shares: readonly ShareSoFar[], price: PriceDays): Promise<(Cents | null)[]> =>
  Promise.all(
    shares.map(async ({ tariffId, soFar: { consumed, forecast, days } }) =>
      consumed.total === 0 && forecast.total === 0 ? cents(0) : (await price([{ tariffId, days }])).total,
    ),
  );

const toExpected = ({ total, cost }: CycleForecast['byDailyAverage']) => ({
  total: inUnits(total),
  cost: inReais(cost),
});

/** The measured days with the highest consumption and with the highest cost; among equal days, the first. */
export const notableDays = (
  days: readonly Pick<Day, 'date' | 'total' | 'cost'>[],
): Pick<MonthSoFar, 'highestDay' | 'dearestDay'> => {
  const highestBy = (of: 'total' | 'cost'): MonthSoFar['highestDay'] => {
    const day = days.reduce<(typeof days)[number] | null>(
      (highest, one) => ((one[of] ?? 0) > (highest?.[of] ?? 0) ? one : highest),
      null,
    );
    return day && { date: day.date, total: day.total, cost: day.cost };
  };
  return { highestDay: highestBy('total'), dearestDay: highestBy('cost') };
};

/** The highest demand of several meters is unknown, because their quarter-hours are not added up here. */
const toHighestDemand = ([only, another]: readonly ShareSoFar[]): MonthSoFar['highestDemand'] => {
  const peak = another === undefined ? only?.soFar.consumed.peakQuarter : null;
  return peak == null ? null : { value: demandInKw(peak), at: new Date(peak.start).toISOString() };
};

/** The previous cycle in the hours that have passed of this one; `null`: too few of these hours were measured. */
const comparePrevious = async (
  shares: readonly ShareSoFar[],
  { previous, alike: { end, until, hours: hoursOfFirst, ofHours } }: CycleSoFar,
  price: PriceDays,
): Promise<MonthSoFar['previous']> => {
  const alike = shares.map(({ soFar }) => soFar.alike);
  const hours = sumBy(alike, (one) => one.hours);
  if (!isOverlapEnough({ hours, ofHours: sumBy(alike, (one) => one.ofHours) })) return null;
  const sideOf = async (side: 'current' | 'other') => {
    const days = shares.map(({ tariffId, soFar }) => ({ tariffId, days: soFar.alike[side] }));
    const { total } = await price(days);
    const consumed = sumBy(days, (one) => sumBy(one.days, (day) => day.total));
    return { total: inUnits(consumed), cost: inReais(total) };
  };
  const [ours, external] = await Promise.all([sideOf('current'), sideOf('other')]);
  return {
    start: previous.first,
    end,
    until: new Date(until.previous).toISOString(),
    hours: hoursOfFirst,
    ofHours,
    ...external,
    current: { until: new Date(until.current).toISOString(), ...ours },
  };
};

const NO_ECONOMY = { economy: null, saving: null } as const;

/** The forecast saving against the previous cycle, with completeness; `null` if that cycle has no consumption. */
const economyOf = async (
  shares: readonly ShareSoFar[],
  { previous }: CycleSoFar,
  forecast: CycleForecast,
  price: PriceDays,
): Promise<Pick<MonthSoFar, 'economy' | 'saving'>> => {
  const past = shares.map(({ tariffId, soFar }) => ({
    tariffId,
    days: daysWithin(soFar.pastDays, previous.first, previous.last),
  }));
  const total = sumBy(past, ({ days }) => sumBy(days, (day) => day.total));
  if (total <= 0) return NO_ECONOMY;
  const before = (await price(past)).total;
  const cost = before === null || forecast.cost === null ? null : cents(before - forecast.cost);
  const measured = totalsOfDays(past.flatMap(({ days }) => days));
  return {
    economy: economyPercent(total, forecast.total),
    saving: {
      days: daysBetween(previous.first, previous.last) + 1,
      ...toExpected({ total: total - forecast.total, cost }),
      ...totalCompleteness(measured, shares, 'previous'),
    },
  };
};

const toForecast = (forecast: CycleForecast, byAverage: AverageForecast): MonthSoFar['forecast'] => {
  const { method, pastError, pastForecasts, byTypicalWeek } = forecast;
  return {
    ...toExpected(forecast),
    low: inUnits(forecast.low),
    high: inUnits(forecast.high),
    lowCost: inReais(forecast.lowCost),
    highCost: inReais(forecast.highCost),
    method,
    pastError,
    pastForecasts,
    byDailyAverage: { ...toExpected(byAverage), days: byAverage.days },
    byTypicalWeek: byTypicalWeek && toExpected(byTypicalWeek),
    // Only bills have flags, and a bill concerns all meters together.
    assumedFlag: null,
  };
};

const toDayToCome = (day: CycleToCome['days'][number]): Day => ({
  date: day.date,
  ...toExpected(day),
  ...inTouPeriods(day),
  completeness: 0,
  isForecast: true,
});

/** Combines the cycles of one or more shares of the same days into one. */
export const toMonthSoFar = async (
  shares: readonly ShareSoFar[],
  price: PriceDays,
  alike: Alike = ALIKE,
): Promise<MonthSoFar> => {
  const soFars = shares.map(({ soFar }) => soFar);
  const [soFar] = soFars as [CycleSoFar];
  const { cycle, today } = soFar;
  const consumed = together(soFars.map((one) => one.consumed));
  const costs = await price(byTariff(shares));
  const days = daysTogether(shares).map((day, index) => ({
    date: day.date,
    total: inUnits(day.total),
    ...inTouPeriods(day),
    cost: inReais(costs.perDay[index]),
    ...completenessOfDay(day, today),
    isForecast: false,
  }));
  const ofShares = shares.length === 1 ? [costs.total] : await costsOfShares(shares, price);
  const coming = forecastCycle(soFars.map((one, index) => ({ soFar: one, cost: ofShares[index] ?? null })));
  const [restOfToday, ...toCome] = coming.days.map(toDayToCome) as [Day, ...Day[]];
  const byAverage = averageForecast({
    consumed: consumed.total,
    energyCost: costs.total,
    fixedCost: cents(0),
    passedDays: Math.max(...soFars.map((one) => one.passedDays)),
    periodDays: Math.max(...soFars.map((one) => one.periodDays)),
  });
  return {
    date: toMonthOfYear(monthOf(cycle.first)),
    start: cycle.first,
    end: cycle.last,
    total: inUnits(consumed.total),
    ...inTouPeriods(consumed),
    basis: costs.basis === 'contract' ? 'energy' : 'tariff',
    cost: inReais(costs.total),
    energyCost: inReais(costs.total),
    // The prices of a tariff alone have no fixed lines.
    fixedCost: costs.total === null ? null : 0,
    prices: pricesInReais(costs.prices ?? null),
    dailyAverage: inUnits(byAverage.dailyAverage),
    dailyAverageCost: inReais(byAverage.dailyAverageCost),
    daysElapsed: Math.max(...soFars.map((one) => one.daysElapsed)),
    daysInPeriod: Math.max(...soFars.map((one) => one.daysInPeriod)),
    ...notableDays(days),
    highestDemand: toHighestDemand(shares),
    ...totalCompleteness(consumed, shares, 'current'),
    forecast: toForecast(coming.forecast, byAverage),
    previous: alike.previousDays ? await comparePrevious(shares, soFar, price) : null,
    ...(alike.previousTotal ? await economyOf(shares, soFar, coming.forecast, price) : NO_ECONOMY),
    restOfToday: { total: restOfToday.total, cost: restOfToday.cost },
    days: [...days, ...toCome],
  };
};
