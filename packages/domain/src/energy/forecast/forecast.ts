import { type CivilDate, weekdayOf } from '../../base/time/civil-day.ts';
import { type Cents, cents } from '../../base/units/money.ts';
import { measuredDays, type PastDay } from './past-day.ts';

/** 90 % quantiles of Student's t distribution with 2 to 27 degrees of freedom, for a two-sided band of 80 %. */
const T90 = [
  1.886, 1.638, 1.533, 1.476, 1.44, 1.415, 1.397, 1.383, 1.372, 1.363, 1.356, 1.35, 1.345, 1.341, 1.337,
  1.333, 1.33, 1.328, 1.325, 1.323, 1.321, 1.319, 1.318, 1.316, 1.315, 1.314,
];
const MIN_DEGREES = 2;

/**
 * Number of standard errors on either side of a mean that contain four of five cases; null below 2 and above 27 degrees of
 * freedom.
 */
export function t90(degrees: number): number | null {
  return T90[degrees - MIN_DEGREES] ?? null;
}

export interface ForecastInput {
  /** Consumption of the period so far, today included, mWh (ml of water). */
  readonly consumed: number;
  /** Days before today, in ascending order; they may reach back before the period. */
  readonly days: readonly PastDay[];
  /** Elapsed days of the period, a fraction: complete days and the elapsed share of today. */
  readonly daysElapsed: number;
  readonly daysInPeriod: number;
}

/** A forecast in mWh (ml of water). */
export interface Forecast {
  /** Total at the end of the period. */
  readonly total: number;
  /** The total is between low and high in four of five cases. */
  readonly low: number;
  readonly high: number;
  /** Consumption so far divided by the elapsed days; not rounded. */
  readonly dailyAverage: number;
}

/** Number of recent days that determine the band: four of each weekday. */
const RECENT_DAYS = 28;
const MIN_DAYS = 3;

/**
 * Forecasts a period by its daily average (spec, section 4) with an 80 % band: the prediction interval of the remaining days, at
 * least the consumption so far and at most the highest day for each remaining one. With fewer than three complete days, the band
 * assumes 0 to twice the average. @throws RangeError unless `daysElapsed` is above 0 @param measured - the days with enough data
 */
export function forecastByDailyAverage(
  input: ForecastInput,
  measured: readonly PastDay[] = measuredDays(input.days),
): Forecast {
  const { consumed, daysElapsed, daysInPeriod } = input;
  if (!(daysElapsed > 0))
    throw new RangeError(`a forecast needs a part of a day at least, got ${daysElapsed}`);
  const dailyAverage = consumed / daysElapsed;
  const total = Math.round((consumed * daysInPeriod) / daysElapsed);
  const remaining = Math.max(0, daysInPeriod - daysElapsed);
  const { expected, margin } = expectRemaining(measured.slice(-RECENT_DAYS), remaining, dailyAverage);
  const left = Math.min(expected + margin, highestOf(measured, remaining));
  return {
    total,
    low: Math.max(consumed, Math.min(total, Math.round(consumed + expected - margin))),
    high: Math.max(total, Math.round(consumed + left)),
    dailyAverage,
  };
}

/** The total of days that are all as high as the highest measured day; infinite with fewer than three measured days. */
export function highestOf(measured: readonly PastDay[], days: number): number {
  if (measured.length < MIN_DAYS) return Number.POSITIVE_INFINITY;
  return days * measured.reduce((highest, { total }) => Math.max(highest, total), 0);
}

function expectRemaining(recent: readonly PastDay[], remaining: number, dailyAverage: number) {
  const count = recent.length;
  const tQuantile = t90(count - 1);
  if (tQuantile === null) return { expected: dailyAverage * remaining, margin: dailyAverage * remaining };
  const mean = meanTotal(recent);
  const variance = recent.reduce((sum, day) => sum + (day.total - mean) ** 2, 0) / (count - 1);
  const margin = tQuantile * Math.sqrt(variance * (remaining + remaining ** 2 / count));
  return { expected: mean * remaining, margin };
}

/** The newest sufficiently complete days, at most {@link RECENT_DAYS}. */
function recentDays(days: readonly PastDay[]): PastDay[] {
  return measuredDays(days).slice(-RECENT_DAYS);
}

function meanTotal(days: readonly PastDay[]): number {
  return days.reduce((sum, day) => sum + day.total, 0) / days.length;
}

interface ExpectedDay {
  readonly date: CivilDate;
  readonly total: number;
}

/**
 * Distributes the rest of a forecast over today and the remaining days by recent days of the same weekday; the sum is exact.
 * @param left - mWh (ml of water) @param dates - today and the remaining days @param shareToCome - of today, 0..1; see
 * `shareToCome`
 */
export function forecastDays(
  left: number,
  dates: readonly CivilDate[],
  days: readonly PastDay[],
  shareToCome: number,
): ExpectedDay[] {
  // On the last day the rest can only be consumed today, even if usually no consumption follows.
  const share = dates.length === 1 ? 1 : shareToCome;
  const weights = weekdayWeights(dates, recentDays(days), share);
  const sum = weights.reduce((total, { weight }) => total + weight, 0);
  let running = 0;
  let before = 0;
  return weights.map(({ date, weight }) => {
    running += weight;
    const until = Math.round(left * (running / sum));
    const total = until - before;
    before = until;
    return { date, total };
  });
}

interface WeightedDate {
  readonly date: CivilDate;
  readonly weight: number;
}

/**
 * Weights of dates: the mean of recent days of the same weekday, else of all recent days, else equal weights. @param shareOfFirst
 * - of the first date
 */
function weekdayWeights(
  dates: readonly CivilDate[],
  recent: readonly PastDay[],
  shareOfFirst: number,
): WeightedDate[] {
  const overall = recent.length > 0 ? meanTotal(recent) : 0;
  const shareOf = (index: number): number => (index === 0 ? shareOfFirst : 1);
  const weights = dates.map((date, index) => {
    const alike = recent.filter((day) => weekdayOf(day.date) === weekdayOf(date));
    const mean = alike.length > 0 ? meanTotal(alike) : overall;
    return { date, weight: mean * shareOf(index) };
  });
  if (weights.some(({ weight }) => weight > 0)) return weights;
  return dates.map((date, index) => ({ date, weight: shareOf(index) }));
}

interface CostForecast {
  readonly cost: Cents;
  /** Null without consumption so far: no cost per unit is known. */
  readonly low: Cents | null;
  readonly high: Cents | null;
}

/** The forecast in money: the cost grows in proportion to consumption. */
export function forecastCost(costSoFar: Cents, consumed: number, forecast: Forecast): CostForecast {
  if (consumed === 0) return { cost: costSoFar, low: null, high: null };
  const grown = (quantity: number) => cents(Math.round((costSoFar * quantity) / consumed));
  return { cost: grown(forecast.total), low: grown(forecast.low), high: grown(forecast.high) };
}

/** The formula of the specification (section 4) with rounded daily averages, so that a person can verify it. */
export interface AverageForecast {
  /** mWh (ml of water), rounded to 1 Wh (1 L). */
  readonly dailyAverage: number;
  readonly total: number;
  /** Days of the period; a fraction if the meter was installed within a day. */
  readonly days: number;
  /** Null without prices. */
  readonly dailyAverageCost: Cents | null;
  /** Daily average × days, plus the fixed lines once. */
  readonly cost: Cents | null;
}

const THOUSANDTHS = 1_000;

/** Daily average × days in the period. @param soFar.energyCost - null without prices @param soFar.fixedCost - added once */
export function averageForecast(soFar: {
  readonly consumed: number;
  readonly energyCost: Cents | null;
  readonly fixedCost: Cents;
  readonly passedDays: number;
  readonly periodDays: number;
}): AverageForecast {
  const { consumed, energyCost, fixedCost, passedDays, periodDays: days } = soFar;
  const dailyAverage = Math.round(consumed / passedDays / THOUSANDTHS) * THOUSANDTHS;
  const dailyAverageCost = energyCost === null ? null : cents(Math.round(energyCost / passedDays));
  const cost = dailyAverageCost === null ? null : cents(Math.round(dailyAverageCost * days) + fixedCost);
  return { dailyAverage, total: Math.round(dailyAverage * days), days, dailyAverageCost, cost };
}

/**
 * Previous period divided by the forecast, in percent: 125 means that the previous period was a quarter higher. Null unless above
 * 100 (spec, section 4).
 */
export function economyPercent(previous: number, forecast: number): number | null {
  return forecast > 0 && previous > forecast ? (previous / forecast) * 100 : null;
}
