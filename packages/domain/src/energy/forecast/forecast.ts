import { type CivilDate, weekdayOf } from '../../base/time/civil-day.ts';
import { type Cents, cents } from '../../base/units/money.ts';
import { measuredDays, type PastDay } from './past-day.ts';

/** 90 % quantiles of Student's t with 2 to 27 degrees of freedom: a band from low to high of 80 %. */
const T90 = [
  1.886, 1.638, 1.533, 1.476, 1.44, 1.415, 1.397, 1.383, 1.372, 1.363, 1.356, 1.35, 1.345, 1.341, 1.337,
  1.333, 1.33, 1.328, 1.325, 1.323, 1.321, 1.319, 1.318, 1.316, 1.315, 1.314,
];
const MIN_DEGREES = 2;

/** By how many standard errors four cases of five lie around a mean; null with fewer than 2 or more than 27 degrees of freedom. */
export function t90(degrees: number): number | null {
  return T90[degrees - MIN_DEGREES] ?? null;
}

export interface ForecastInput {
  /** So far in the period, today included, in thousandths of Wh (or of a litre). */
  readonly consumed: number;
  /** Days before today, in ascending order; they may reach back before the period. */
  readonly days: readonly PastDay[];
  /** Days of the period that have passed: whole ones, and the share of today that has. Not a whole number. */
  readonly daysElapsed: number;
  readonly daysInPeriod: number;
}

/** Thousandths of Wh, or of a litre. */
export interface Forecast {
  /** At the end of the period: daily average × days in the period. */
  readonly total: number;
  /** The total will lie between low and high in four cases of five. */
  readonly low: number;
  readonly high: number;
  /** Consumed so far over the days that have passed; not a whole number. */
  readonly dailyAverage: number;
}

/** How far back the spread of days is looked at: four of each weekday. */
const RECENT_DAYS = 28;
const MIN_DAYS = 3;

/**
 * Forecast of a period by its daily average (spec, section 4), with an 80 % band: the prediction interval of the days to come,
 * within what was consumed and the highest day. With fewer than three complete days it is 0 to twice the average.
 * @throws RangeError when nothing of a day has elapsed
 */
export function forecastByDailyAverage(input: ForecastInput): Forecast {
  const { consumed, daysElapsed, daysInPeriod } = input;
  if (!(daysElapsed > 0))
    throw new RangeError(`a forecast needs a part of a day at least, got ${daysElapsed}`);
  const dailyAverage = consumed / daysElapsed;
  const total = Math.round((consumed * daysInPeriod) / daysElapsed);
  const remaining = Math.max(0, daysInPeriod - daysElapsed);
  const measured = measuredDays(input.days);
  const { expected, margin } = expectRemaining(measured.slice(-RECENT_DAYS), remaining, dailyAverage);
  const left = Math.min(expected + margin, highestOf(measured, remaining));
  return {
    total,
    low: Math.max(consumed, Math.min(total, Math.round(consumed + expected - margin))),
    high: Math.max(total, Math.round(consumed + left)),
    dailyAverage,
  };
}

/** The total of so many days as high as the highest measured one; null with fewer than three. */
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

/** The last sufficiently complete days, at most {@link RECENT_DAYS}. */
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
 * Spreads the rest of a forecast over today and the days to come like recent days of the same weekday; the sum is exact.
 * @param left - thousandths @param dates - from today on @param shareToCome - of today, 0..1; see `shareToCome`
 */
export function forecastDays(
  left: number,
  dates: readonly CivilDate[],
  days: readonly PastDay[],
  shareToCome: number,
): ExpectedDay[] {
  // Something is left although nothing usually comes any more: of the last day it can only be today's.
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

/** The mean of recent days of each date's weekday, else of all recent days, else equal. @param shareOfFirst - of the first date */
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
  /** Null while nothing was consumed: there is no price per day to go by. */
  readonly low: Cents | null;
  readonly high: Cents | null;
}

/** The forecast in money: the cost so far grows as the consumption so far does. */
export function forecastCost(costSoFar: Cents, consumed: number, forecast: Forecast): CostForecast {
  if (consumed === 0) return { cost: costSoFar, low: null, high: null };
  const grown = (quantity: number) => cents(Math.round((costSoFar * quantity) / consumed));
  return { cost: grown(forecast.total), low: grown(forecast.low), high: grown(forecast.high) };
}

/** The formula of the specification (section 4) as a person can check it: rounded daily averages times days. */
export interface AverageForecast {
  /** Thousandths of Wh or of a litre, rounded to 1 Wh or 1 L. */
  readonly dailyAverage: number;
  readonly total: number;
  /** Days of the period; not whole where the meter was installed within a day. */
  readonly days: number;
  /** Null without prices. */
  readonly dailyAverageCost: Cents | null;
  /** Daily average × days, and the fixed lines once. */
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

/** Previous period over the forecast in percent (125: a quarter less); null unless above 100 (spec, section 4). */
export function economyPercent(previous: number, forecast: number): number | null {
  return forecast > 0 && previous > forecast ? (previous / forecast) * 100 : null;
}
