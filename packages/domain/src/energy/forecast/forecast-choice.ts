import { addDays, type CivilDate, daysBetween } from '../../base/time/civil-day.ts';
import { isNationalHoliday } from '../../base/time/holidays.ts';
import { type Forecast, type ForecastInput, forecastByDailyAverage, highestOf } from './forecast.ts';
import { measuredDays } from './past-day.ts';
import {
  at,
  COMPARED_DAYS,
  type DayRow,
  type DaysLeft,
  dayRow,
  daysLeft,
  type Origin,
  typicalWeek,
  YEAR_DAYS,
} from './typical-week.ts';

/** Weights, 0..1, by which a forecast moves from the level of the period's own days towards each other level (see `DaysLeft`). */
interface MixShares {
  readonly late: number;
  readonly usual: number;
  readonly lastYear: number;
}

const SOURCES = ['late', 'usual', 'lastYear'] as const;
type Source = (typeof SOURCES)[number];
/** The initial weights, and the number of past forecasts that each initial weight counts as. */
const FIRST: Readonly<Record<Source, { readonly share: number; readonly counts: number }>> = {
  late: { share: 0.4, counts: 30 },
  // By itself this level forecasts worst, so only past forecasts of the meter give it weight.
  usual: { share: 0, counts: 60 },
  lastYear: { share: 0.4, counts: 30 },
};
const FIRST_SHARES = Float64Array.from(SOURCES, (source) => FIRST[source].share);
const FIRST_COUNTS = Float64Array.from(SOURCES, (source) => FIRST[source].counts);
/** Prevents a division by zero. */
const TINY = 1e-12;
/** Maximum rounds of coordinate descent. A round optimises each weight in turn; rounds end if none moves by `NO_MOVE`. */
const MAX_ROUNDS = 200;
const NO_MOVE = 1e-12;

type Amounts = Record<Source, number>;

/** Difference of each level's forecast from that of the period's own level; zero for an unknown last year. */
function gapsOf({ byOwnLevel, byLateLevel, byUsualLevel, byLastYear }: DaysLeft): Amounts {
  return {
    late: byLateLevel - byOwnLevel,
    usual: byUsualLevel - byOwnLevel,
    lastYear: byLastYear === null ? 0 : byLastYear - byOwnLevel,
  };
}

/** The weighted forecast of the known levels. The weights are scaled down if they exceed 1 together. */
export function mixed(left: DaysLeft, shares: MixShares): number {
  const gaps = gapsOf(left);
  const lastYear = left.byLastYear === null ? 0 : shares.lastYear;
  const way = shares.late * gaps.late + shares.usual * gaps.usual + lastYear * gaps.lastYear;
  return left.byOwnLevel + way / Math.max(1, shares.late + shares.usual + lastYear);
}

/** Learns the weight of each level from past forecasts by ridge regression towards the initial weights, within 0..1. */
export function earnMix() {
  let count = 0;
  /** For each pair of levels, row by row. */
  const products = new Float64Array(SOURCES.length * SOURCES.length);
  const misses = new Float64Array(SOURCES.length);
  /** The weight of a level that fits best with the present weights of the others. */
  const fitOf = (source: number, shares: Float64Array): number => {
    const row = source * SOURCES.length;
    const squares = at(products, row + source);
    const prior = (squares * at(FIRST_COUNTS, source)) / count + TINY;
    let byOthers = 0;
    for (let other = 0; other < SOURCES.length; other += 1)
      if (other !== source) byOthers += at(products, row + other) * at(shares, other);
    return bounded((at(misses, source) + prior * at(FIRST_SHARES, source) - byOthers) / (squares + prior));
  };
  return {
    /** @param came - actual consumption of the remaining days @param period - actual consumption of the whole period, above 0 */
    learn(left: DaysLeft, came: number, period: number): void {
      const gaps = gapsOf(left);
      const ofSources = [gaps.late, gaps.usual, gaps.lastYear];
      const miss = came - left.byOwnLevel;
      const scale = period * period;
      count += 1;
      for (let source = 0; source < SOURCES.length; source += 1) {
        const gap = ofSources[source] as number;
        misses[source] = at(misses, source) + (gap * miss) / scale;
        for (let other = 0; other < SOURCES.length; other += 1) {
          const pair = source * SOURCES.length + other;
          products[pair] = at(products, pair) + (gap * (ofSources[other] as number)) / scale;
        }
      }
    },
    shares(): MixShares {
      const shares = FIRST_SHARES.slice();
      let moved = count === 0 ? 0 : 1;
      for (let round = 0; moved > NO_MOVE && round < MAX_ROUNDS; round += 1) {
        moved = 0;
        for (let source = 0; source < SOURCES.length; source += 1) {
          const found = fitOf(source, shares);
          moved = Math.max(moved, Math.abs(found - at(shares, source)));
          shares[source] = found;
        }
      }
      const [late, usual, lastYear] = shares as unknown as [number, number, number];
      return { late, usual, lastYear };
    },
  };
}

function bounded(share: number): number {
  return Math.min(1, Math.max(0, share));
}

/** Past forecasts are simulated for this many days. */
const TRIAL_DAYS = 150;
/** Days with data before the first simulated forecast, which needs a typical week. */
const LEARNING_DAYS = 28;
const MEASURED_SHARE = 0.9;
/** With fewer simulated forecasts the errors are unknown. */
const MIN_TRIALS = 8;
/**
 * Simulated forecasts start on consecutive days and overlap, so a bound that holds for 84 % of them holds for 80 % of future
 * ones.
 */
const HELD_SHARE = 0.84;

/** The errors of a method on the meter's own past. */
interface PastErrors {
  /** Mean of |forecast − result| divided by the result of the whole period; 0.05 is 5 %. */
  readonly periodError: number;
  /** Error that four of five cases do not exceed, divided by mean daily consumption × remaining days. */
  readonly leftError80: number;
}

interface Trials {
  /** Number of simulated forecasts. */
  readonly count: number;
  /** Null with fewer than `MIN_TRIALS`. */
  readonly errors: { readonly byDailyAverage: PastErrors; readonly byTypicalWeek: PastErrors } | null;
  /** The weights learnt from all simulated forecasts, for the present forecast. */
  readonly shares: MixShares;
}

interface Trial {
  readonly end: number;
  readonly left: DaysLeft;
  readonly came: number;
  readonly period: number;
}

/**
 * Simulates the forecast from each of the last 150 days with only the data before that day, and compares it with the result.
 * Periods with gaps are left out. @param now - today; all simulated periods end before it
 */
function tryMethods(row: DayRow, now: Origin): Trials {
  const { elapsed, horizon } = now;
  const mix = earnMix();
  const waiting: Trial[] = [];
  const average = createErrors();
  const week = createErrors();
  const firstMeasured = row.isMeasured.indexOf(1);
  const first = Math.max(firstMeasured + Math.max(LEARNING_DAYS, elapsed), now.index - TRIAL_DAYS);
  for (let index = first; index + horizon <= now.index; index += 1) {
    learnFinishedTrials(mix, waiting, index);
    if (!wasMeasured(row, index - elapsed, index + horizon)) continue;
    const typical = typicalWeek(row, index);
    const soFar = sumOf(row, index - elapsed, index);
    const came = sumOf(row, index, index + horizon);
    const period = soFar + came;
    if (typical === null || period <= 0) continue;
    const left = daysLeft(row, typical, { index, elapsed, horizon, share: 1 });
    waiting.push({ end: index + horizon, left, came, period });
    const usual = typical.mean * horizon;
    average.add(Math.abs((soFar / elapsed) * horizon - came), period, usual);
    week.add(Math.abs(mixed(left, mix.shares()) - came), period, usual);
  }
  learnFinishedTrials(mix, waiting, now.index);
  const count = average.count();
  const errors =
    count < MIN_TRIALS ? null : { byDailyAverage: average.summary(), byTypicalWeek: week.summary() };
  return { count, errors, shares: mix.shares() };
}

/** Learns from simulated forecasts after their last day. */
function learnFinishedTrials(mix: ReturnType<typeof earnMix>, waiting: Trial[], index: number): void {
  for (let next = waiting[0]; next !== undefined && next.end <= index; next = waiting[0]) {
    mix.learn(next.left, next.came, next.period);
    waiting.shift();
  }
}

function createErrors() {
  let sum = 0;
  const ofLeft: number[] = [];
  return {
    add(miss: number, period: number, usual: number): void {
      sum += miss / period;
      // Without usual consumption the relative error is undefined.
      ofLeft.push(usual === 0 ? 0 : miss / usual);
    },
    count: () => ofLeft.length,
    summary: (): PastErrors => ({ periodError: sum / ofLeft.length, leftError80: quantile(ofLeft) }),
  };
}

/** The quantile of split conformal prediction: the ⌈share × (n + 1)⌉-th of n errors. */
function quantile(errors: readonly number[]): number {
  const sorted = Float64Array.from(errors).sort();
  return at(sorted, Math.min(sorted.length, Math.ceil(HELD_SHARE * (sorted.length + 1))) - 1);
}

function wasMeasured(row: DayRow, start: number, end: number): boolean {
  const { isMeasured } = row;
  let measured = 0;
  for (let index = start; index < end; index += 1) measured += isMeasured[index] as number;
  return measured >= MEASURED_SHARE * (end - start);
}

function sumOf(row: DayRow, start: number, end: number): number {
  const { total } = row;
  let sum = 0;
  for (let index = start; index < end; index += 1) sum += total[index] as number;
  return sum;
}

/** How the rest of a period was forecast. */
type ForecastMethod = 'média diária' | 'semana típica' | 'semana típica e ano anterior';

/** Number of past days whose data are needed, so that every simulated forecast can compare with the year before. */
export const LEARNT_DAYS = YEAR_DAYS + TRIAL_DAYS + COMPARED_DAYS;

export interface ChoiceInput extends ForecastInput {
  readonly today: CivilDate;
  /** Last day of the period. */
  readonly last: CivilDate;
  /** Share of a day's consumption that usually comes after this time of day, 0..1; see `shareToCome`. */
  readonly shareToCome: number;
  /** Holidays of the establishment's country; without it, those of Brazil. */
  readonly isHoliday?: (date: CivilDate) => boolean;
}

/** A forecast with its method and the errors of this method on the meter's own past. */
export interface ChosenForecast extends Forecast {
  readonly method: ForecastMethod;
  /** Mean error of the method's simulated forecasts at this point of a period; 0.05 is 5 %. Null if there are too few. */
  readonly pastError: number | null;
  /** Number of simulated forecasts behind `pastError`. */
  readonly pastForecasts: number;
  /** Daily average × days in the period (spec, section 4), whichever method is chosen. */
  readonly byDailyAverage: Forecast;
  /** The typical week's forecast, whichever method is chosen; null without enough past data. */
  readonly byTypicalWeek: number | null;
}

/** The typical week is chosen only if its error is at most this share of the daily average's error. */
const CLEARLY_BETTER = 0.95;
/** The typical week is chosen only with at least this many simulated forecasts. */
const MIN_FORECASTS = 30;

/**
 * Forecasts a period by daily average × days (spec, section 4), unless the typical week had clearly smaller errors on the meter's
 * past. The band contained four of five past results; its upper end assumes at most the highest measured day for each remaining
 * day. Without enough past data the band is that of `forecastByDailyAverage`. @throws RangeError unless `daysElapsed` is above 0
 */
export function forecastPeriod(input: ChoiceInput): ChosenForecast {
  const { today, last, days, consumed, shareToCome: share, isHoliday = isNationalHoliday } = input;
  const measured = measuredDays(days);
  const byDailyAverage = forecastByDailyAverage(input, measured);
  const row = dayRow(days, addDays(today, -LEARNT_DAYS), addDays(last, 1), isHoliday, measured);
  const ahead = daysBetween(today, last);
  const elapsed = Math.floor(input.daysElapsed);
  const now: Origin = { index: LEARNT_DAYS, elapsed, horizon: ahead + 1, share };
  const week = typicalWeek(row, LEARNT_DAYS);
  if (week === null) return withoutTrials(byDailyAverage, null);
  const complete = { elapsed: Math.max(1, elapsed), horizon: Math.max(1, Math.round(ahead + share)) };
  const trials = tryMethods(row, { ...now, ...complete });
  const left = daysLeft(row, week, now);
  const byTypicalWeek = Math.round(consumed + mixed(left, trials.shares));
  if (trials.errors === null) return withoutTrials(byDailyAverage, byTypicalWeek);
  const isBetter = isWeekBetter(trials.count, trials.errors);
  const errors = isBetter ? trials.errors.byTypicalWeek : trials.errors.byDailyAverage;
  const { dailyAverage } = byDailyAverage;
  const total = isBetter ? byTypicalWeek : byDailyAverage.total;
  const margin = errors.leftError80 * week.mean * (ahead + share);
  const maximum = consumed + highestOf(measured, ahead + share);
  const isByLastYear = left.byLastYear !== null && trials.shares.lastYear > 0;
  const weekly = isByLastYear ? 'semana típica e ano anterior' : 'semana típica';
  return {
    total,
    low: Math.min(total, Math.max(consumed, Math.round(total - margin))),
    high: Math.max(total, Math.round(Math.min(total + margin, maximum))),
    dailyAverage,
    method: isBetter ? weekly : 'média diária',
    pastError: errors.periodError,
    pastForecasts: trials.count,
    byDailyAverage,
    byTypicalWeek,
  };
}

function withoutTrials(byDailyAverage: Forecast, byTypicalWeek: number | null): ChosenForecast {
  const method = 'média diária';
  return { ...byDailyAverage, method, pastError: null, pastForecasts: 0, byDailyAverage, byTypicalWeek };
}

function isWeekBetter(count: number, errors: NonNullable<Trials['errors']>): boolean {
  const [average, week] = [errors.byDailyAverage.periodError, errors.byTypicalWeek.periodError];
  return count >= MIN_FORECASTS && week < average && week <= average * CLEARLY_BETTER;
}
