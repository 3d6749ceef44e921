import type { MonthSoFar } from '@nascente/contract/consumption';
import { type Forecast, forecastCost } from '@nascente/domain/consumption/forecast';
import { type Cents, cents, fromReais } from '@nascente/domain/units/money';
import { inUnits } from '../days/day-answer.ts';
import { inReais } from '../prices/priced-days.ts';
import type { CycleSoFar } from './cycle-so-far.ts';
import { addToCome, daysToCome, type ToCome } from './days-to-come.ts';
import { mergeForecasts } from './merge-forecasts.ts';

interface ForecastCycle {
  readonly forecast: MonthSoFar['forecast'];
  readonly toCome: ToCome;
}

const toForecast = ({ forecast, consumed }: CycleSoFar, cost: Cents | null): MonthSoFar['forecast'] => {
  const { method, pastError, pastForecasts, byDailyAverage, byTypicalWeek } = forecast;
  const costOf = (one: Forecast) => (cost === null ? null : forecastCost(cost, consumed.total, one));
  const expected = costOf(forecast);
  const week = byTypicalWeek ?? 0;
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
    byTypicalWeek:
      byTypicalWeek === null
        ? null
        : {
            total: inUnits(week),
            cost: inReais(costOf({ total: week, low: week, high: week, dailyAverage: 0 })?.cost),
          },
    assumedFlag: null,
  };
};

/** Each share is forecast with the cost of its own consumption. @param costs - R$ cents of each, null without prices */
export const forecastShares = (
  shares: readonly CycleSoFar[],
  costs: readonly (Cents | null)[],
  consumed: number,
): ForecastCycle => {
  const forecasts = shares.map((soFar, index): ForecastCycle => {
    const cost = costs[index] ?? null;
    const forecast = toForecast(soFar, cost);
    const left = cost === null || forecast.cost === null ? null : cents(fromReais(forecast.cost) - cost);
    return { forecast, toCome: daysToCome(soFar, left) };
  });
  return {
    forecast: mergeForecasts(
      forecasts.map(({ forecast }) => forecast),
      consumed,
    ),
    toCome: forecasts.map(({ toCome }) => toCome).reduce(addToCome),
  };
};
