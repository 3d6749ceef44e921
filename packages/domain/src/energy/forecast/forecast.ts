import { type CivilDate, weekdayOf } from '../../base/time/civil-day.ts';
import { type Cents, cents } from '../../base/units/money.ts';
import { measuredDays, type PastDay } from './past-day.ts';
import { t90 } from './student-t.ts';

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
 * Forecast of a period by its daily average (spec, section 4), with an 80 % band.
 *
 * The band is the prediction interval of the sum of the days to come when days scatter as the recent complete ones
 * did: it widens with the days remaining, both by chance and because the mean of few days is itself uncertain. It
 * always holds the total, is never below what was consumed already, and goes no higher than if every day to come were
 * as the highest that was measured. With fewer than three complete days the days to come may be anything from nothing
 * to twice the average.
 *
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
  const left = Math.min(expected + margin, mostOf(measured, remaining));
  return {
    total,
    low: Math.max(consumed, Math.min(total, Math.round(consumed + expected - margin))),
    high: Math.max(total, Math.round(consumed + left)),
    dailyAverage,
  };
}

/** What so many days can make when each is as the highest that was measured; fewer than three tell of no highest. */
export function mostOf(measured: readonly PastDay[], days: number): number {
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

/** The last days that are complete enough to say what a day consumes, at most {@link RECENT_DAYS}. */
function recentDays(days: readonly PastDay[]): PastDay[] {
  return measuredDays(days).slice(-RECENT_DAYS);
}

function meanTotal(days: readonly PastDay[]): number {
  return days.reduce((sum, day) => sum + day.total, 0) / days.length;
}

/** What a day to come is expected to consume, for the chart. */
interface ExpectedDay {
  readonly date: CivilDate;
  readonly total: number;
}

/**
 * Spreads what is left of a forecast over today and the days to come, in the proportion that recent days of the same
 * weekday had. Measured and expected add up to the forecast's total exactly.
 *
 * @param left - the forecast's total less what was consumed, thousandths
 * @param dates - from today on
 * @param shareToCome - of today, 0..1; see `shareToCome`
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

/**
 * The mean of recent days of each date's weekday; of all recent days where there was none; equal without any.
 *
 * @param shareOfFirst - what counts of the first date
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

/**
 * Daily average × days in the period.
 *
 * @param soFar.consumed - thousandths of Wh or of a litre
 * @param soFar.energyCost - cost of what was consumed; null without prices
 * @param soFar.fixedCost - bill lines that do not depend on consumption, added once
 */
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
 * Previous period over the forecast, as a percentage (125 is 'a quarter less than before'); null unless above 100,
 * when it is not shown (spec, section 4).
 */
export function economyPercent(previous: number, forecast: number): number | null {
  return forecast > 0 && previous > forecast ? (previous / forecast) * 100 : null;
}
