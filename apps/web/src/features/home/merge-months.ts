import type { MonthSoFar } from '@nascente/contract/consumption';

type Cycle = MonthSoFar;
type CycleDay = Cycle['days'][number];

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** A sum of prices is known only when every one of them is. */
const sumKnown = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null);
  return known.length === values.length ? sum(known) : null;
};

const mergeDays = (cycles: readonly Cycle[]): CycleDay[] => {
  const byDate = Map.groupBy(
    cycles.flatMap(({ days }) => days),
    ({ date }) => date,
  );
  return [...byDate]
    .map(([date, days]) => ({
      date,
      total: sum(days.map(({ total }) => total)),
      inPoint: sum(days.map(({ inPoint }) => inPoint)),
      interPoint: sum(days.map(({ interPoint }) => interPoint)),
      outPoint: sum(days.map(({ outPoint }) => outPoint)),
      cost: sumKnown(days.map(({ cost }) => cost)),
      completeness: sum(days.map(({ completeness }) => completeness)) / days.length,
      isForecast: days.every(({ isForecast }) => isForecast),
    }))
    .sort((a, b) => a.date.localeCompare(b.date));
};

/** Spreads of independent meters add up as their squares do. */
const spread = (cycles: readonly Cycle[], half: (cycle: Cycle) => number): number =>
  Math.sqrt(sum(cycles.map((cycle) => half(cycle) ** 2)));

/** The whole is forecast as most of it is; errors of its parts may have the same sign, so they are not netted. */
const mergeMethods = (forecasts: readonly Cycle['forecast'][], total: number) => {
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
  };
};

const mergeForecasts = (cycles: readonly Cycle[]): Cycle['forecast'] => {
  const total = sum(cycles.map(({ forecast }) => forecast.total));
  const cost = sumKnown(cycles.map(({ forecast }) => forecast.cost));
  const below = (value: number | null, bound: number | null): number => (value ?? 0) - (bound ?? 0);
  return {
    total,
    cost,
    low: Math.max(
      total - spread(cycles, ({ forecast: f }) => f.total - f.low),
      sum(cycles.map((c) => c.total)),
    ),
    high: total + spread(cycles, ({ forecast: f }) => f.high - f.total),
    lowCost: cost === null ? null : cost - spread(cycles, ({ forecast: f }) => below(f.cost, f.lowCost)),
    highCost: cost === null ? null : cost + spread(cycles, ({ forecast: f }) => below(f.highCost, f.cost)),
    ...mergeMethods(
      cycles.map(({ forecast }) => forecast),
      total,
    ),
  };
};

const mergePrevious = (cycles: readonly Cycle[]): Cycle['previous'] => {
  const known = cycles.map(({ previous }) => previous).filter((previous) => previous !== null);
  const [first] = known;
  if (first === undefined || known.length < cycles.length) return null;
  return {
    start: first.start,
    end: first.end,
    total: sum(known.map(({ total }) => total)),
    cost: sumKnown(known.map(({ cost }) => cost)),
  };
};

const highestOf = (days: readonly CycleDay[]): Cycle['highestDay'] => {
  const measured = days.filter(({ isForecast, total }) => !isForecast && total > 0);
  if (measured.length === 0) return null;
  const { date, total, cost } = measured.reduce((highest, day) =>
    day.total > highest.total ? day : highest,
  );
  return { date, total, cost };
};

/**
 * One cycle out of those of several meters that share a read day. What is no sum stays unknown: the highest demand
 * of a whole is not that of its parts, and the economy needs the previous cycle's whole total.
 */
export const mergeMonths = (cycles: readonly Cycle[]): Cycle | null => {
  const [first] = cycles;
  if (first === undefined || cycles.length === 1) return first ?? null;
  const days = mergeDays(cycles);
  return {
    date: first.date,
    start: first.start,
    end: first.end,
    daysElapsed: first.daysElapsed,
    daysInPeriod: first.daysInPeriod,
    total: sum(cycles.map(({ total }) => total)),
    inPoint: sum(cycles.map(({ inPoint }) => inPoint)),
    interPoint: sum(cycles.map(({ interPoint }) => interPoint)),
    outPoint: sum(cycles.map(({ outPoint }) => outPoint)),
    cost: sumKnown(cycles.map(({ cost }) => cost)),
    dailyAverage: sum(cycles.map(({ dailyAverage }) => dailyAverage)),
    dailyAverageCost: sumKnown(cycles.map(({ dailyAverageCost }) => dailyAverageCost)),
    highestDay: highestOf(days),
    highestDemand: null,
    completeness: sum(cycles.map(({ completeness }) => completeness)) / cycles.length,
    forecast: mergeForecasts(cycles),
    previous: mergePrevious(cycles),
    economy: null,
    days,
  };
};
