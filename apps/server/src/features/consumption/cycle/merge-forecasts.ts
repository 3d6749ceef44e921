import type { MonthSoFar } from '@nascente/contract/consumption';

type Forecast = MonthSoFar['forecast'];

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** A sum of prices is known only when every one of them is. */
const sumKnown = (values: readonly (number | null)[]): number | null => {
  const present = values.filter((value) => value !== null);
  return present.length === values.length ? sum(present) : null;
};

/** Spreads of independent meters add up as their squares do. */
const spread = (forecasts: readonly Forecast[], half: (forecast: Forecast) => number): number =>
  Math.sqrt(sum(forecasts.map((forecast) => half(forecast) ** 2)));

/** A share without a typical week goes by its daily average; null where none has one. */
const mergeWeeks = (forecasts: readonly Forecast[]): Forecast['byTypicalWeek'] => {
  if (forecasts.every(({ byTypicalWeek }) => byTypicalWeek === null)) return null;
  const weeks = forecasts.map(({ byTypicalWeek, byDailyAverage }) => byTypicalWeek ?? byDailyAverage);
  return { total: sum(weeks.map(({ total }) => total)), cost: sumKnown(weeks.map(({ cost }) => cost)) };
};

/** The whole is forecast as most of it is; errors of its parts may have the same sign, so they are not netted. */
const mergeMethods = (forecasts: readonly Forecast[], total: number) => {
  const largest = forecasts.reduce((most, one) => (one.total > most.total ? one : most));
  const errors = forecasts.map(({ pastError, total: part }) =>
    pastError === null ? null : pastError * part,
  );
  const error = sumKnown(errors);
  return {
    method: largest.method,
    pastError: error === null || total === 0 ? null : error / total,
    pastForecasts: Math.min(...forecasts.map(({ pastForecasts }) => pastForecasts)),
    byDailyAverage: {
      total: sum(forecasts.map(({ byDailyAverage }) => byDailyAverage.total)),
      cost: sumKnown(forecasts.map(({ byDailyAverage }) => byDailyAverage.cost)),
    },
    byTypicalWeek: mergeWeeks(forecasts),
    // Only a bill has flags, and it is made of the whole.
    assumedFlag: null,
  };
};

/**
 * The forecast of a whole out of those of its shares, which is at least one.
 * @param consumed so far, by all of them
 */
export const mergeForecasts = (forecasts: readonly Forecast[], consumed: number): Forecast => {
  const [only, another] = forecasts;
  if (only !== undefined && another === undefined) return only;
  const total = sum(forecasts.map((forecast) => forecast.total));
  const cost = sumKnown(forecasts.map((forecast) => forecast.cost));
  const below = (value: number | null, bound: number | null): number => (value ?? 0) - (bound ?? value ?? 0);
  return {
    total,
    cost,
    low: Math.max(total - spread(forecasts, (one) => one.total - one.low), consumed),
    high: total + spread(forecasts, (one) => one.high - one.total),
    lowCost: cost === null ? null : cost - spread(forecasts, (one) => below(one.cost, one.lowCost)),
    highCost: cost === null ? null : cost + spread(forecasts, (one) => -below(one.cost, one.highCost)),
    ...mergeMethods(forecasts, total),
  };
};
