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

/** How far a mix goes from the period's own level towards each of the others, 0..1. */
interface MixShares {
  readonly late: number;
  readonly usual: number;
  readonly lastYear: number;
}

const SOURCES = ['late', 'usual', 'lastYear'] as const;
type Source = (typeof SOURCES)[number];
/** The initial shares, and the number of past forecasts that they count for. */
const FIRST: Readonly<Record<Source, { readonly share: number; readonly counts: number }>> = {
  late: { share: 0.4, counts: 30 },
  // Alone it is the worst level: a meter has to prove that it returns to the usual.
  usual: { share: 0, counts: 60 },
  lastYear: { share: 0.4, counts: 30 },
};
/** Relative to the compared values: prevents a division by zero. */
const TINY = 1e-12;
/** Each share is found with the others held, round after round, until none of them moves any more. */
const MAX_ROUNDS = 200;
const NO_MOVE = 1e-12;

type Amounts = Record<Source, number>;

const empty = (): Amounts => ({ late: 0, usual: 0, lastYear: 0 });

/** The difference of each level to the period's own; zero if it is unknown. */
function gapsOf({ byOwnLevel, byLateLevel, byUsualLevel, byLastYear }: DaysLeft): Amounts {
  return {
    late: byLateLevel - byOwnLevel,
    usual: byUsualLevel - byOwnLevel,
    lastYear: byLastYear === null ? 0 : byLastYear - byOwnLevel,
  };
}

/** Expected by a mix of all levels that are known: never more than all of the way. */
export function mixed(left: DaysLeft, shares: MixShares): number {
  const gaps = gapsOf(left);
  const lastYear = left.byLastYear === null ? 0 : shares.lastYear;
  const way = shares.late * gaps.late + shares.usual * gaps.usual + lastYear * gaps.lastYear;
  return left.byOwnLevel + way / Math.max(1, shares.late + shares.usual + lastYear);
}

/** Learns the weight of each level from past forecasts by ridge regression towards the initial shares, within bounds. */
export function earnMix() {
  let count = 0;
  const products = { late: empty(), usual: empty(), lastYear: empty() };
  const misses = empty();
  return {
    /** @param came - in the remaining days @param period - total of the whole period, above 0 */
    learn(left: DaysLeft, came: number, period: number): void {
      const gaps = gapsOf(left);
      const miss = came - left.byOwnLevel;
      const scale = period * period;
      count += 1;
      for (const source of SOURCES) {
        misses[source] += (gaps[source] * miss) / scale;
        for (const other of SOURCES) products[source][other] += (gaps[source] * gaps[other]) / scale;
      }
    },
    shares(): MixShares {
      const shares: Amounts = {
        late: FIRST.late.share,
        usual: FIRST.usual.share,
        lastYear: FIRST.lastYear.share,
      };
      let moved = count === 0 ? 0 : 1;
      for (let round = 0; moved > NO_MOVE && round < MAX_ROUNDS; round += 1) {
        moved = 0;
        for (const source of SOURCES) {
          const { share, counts } = FIRST[source];
          const squares = products[source][source];
          const prior = (squares * counts) / count + TINY;
          const byOthers = SOURCES.reduce(
            (sum, other) => (other === source ? sum : sum + products[source][other] * shares[other]),
            0,
          );
          const found = bounded((misses[source] + prior * share - byOthers) / (squares + prior));
          moved = Math.max(moved, Math.abs(found - shares[source]));
          shares[source] = found;
        }
      }
      return shares;
    },
  };
}

function bounded(share: number): number {
  return Math.min(1, Math.max(0, share));
}

/** How far back forecasts are tried. */
const TRIAL_DAYS = 150;
/** Days that must lie before a trial, so that there is something to learn a week from. */
const LEARNING_DAYS = 28;
const MEASURED_SHARE = 0.9;
/** Fewer trials give no error. */
const MIN_TRIALS = 8;
/** Trials begin on consecutive days and overlap: the bound of 84 % of them holds for 80 % of the future. */
const HELD_SHARE = 0.84;

/** How a method did on the meter's own past. */
interface PastErrors {
  /** Mean of |forecast − result| relative to the whole period; 0.05 is five per cent. */
  readonly periodError: number;
  /** In four cases of five no more was missed than this share of as many usual days as were left. */
  readonly leftError80: number;
}

interface Trials {
  /** From how many past days methods were tried. */
  readonly count: number;
  /** Null with too few of them. */
  readonly errors: { readonly byDailyAverage: PastErrors; readonly byTypicalWeek: PastErrors } | null;
  /** The shares learnt from the trials, for the present forecast. */
  readonly shares: MixShares;
}

interface Trial {
  readonly end: number;
  readonly left: DaysLeft;
  readonly came: number;
  readonly period: number;
}

/**
 * Repeats the forecast from each of the last 150 days with what was known then, and compares. Spans with gaps are left out.
 * @param now today; the trials end before it
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
    learnWhatCame(mix, waiting, index);
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
  learnWhatCame(mix, waiting, now.index);
  const count = average.count();
  const errors =
    count < MIN_TRIALS ? null : { byDailyAverage: average.summary(), byTypicalWeek: week.summary() };
  return { count, errors, shares: mix.shares() };
}

/** A forecast is learnt from when its last day has passed. */
function learnWhatCame(mix: ReturnType<typeof earnMix>, waiting: Trial[], index: number): void {
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
      // Where nothing was usual no band can be drawn by it.
      ofLeft.push(usual === 0 ? 0 : miss / usual);
    },
    count: () => ofLeft.length,
    summary: (): PastErrors => ({ periodError: sum / ofLeft.length, leftError80: quantile(ofLeft) }),
  };
}

/** As split conformal prediction takes it: of n errors the ⌈share (n + 1)⌉-th. */
function quantile(errors: readonly number[]): number {
  const sorted = Float64Array.from(errors).sort();
  return at(sorted, Math.min(sorted.length, Math.ceil(HELD_SHARE * (sorted.length + 1))) - 1);
}

function wasMeasured(row: DayRow, start: number, end: number): boolean {
  let measured = 0;
  for (let index = start; index < end; index += 1) measured += at(row.isMeasured, index);
  return measured >= MEASURED_SHARE * (end - start);
}

function sumOf(row: DayRow, start: number, end: number): number {
  let sum = 0;
  for (let index = start; index < end; index += 1) sum += at(row.total, index);
  return sum;
}

/** How the rest of a period was forecast. */
type ForecastMethod = 'média diária' | 'semana típica' | 'semana típica e ano anterior';

/** How many days back a forecast learns from: as far as every trial sees its last year. */
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

/** A forecast, by which method, and how well that method did on the meter's own past. */
export interface ChosenForecast extends Forecast {
  readonly method: ForecastMethod;
  /** Mean error of the method's past forecasts at this point of a period, 0.05 is five per cent; null untried. */
  readonly pastError: number | null;
  /** From how many past days that is known. */
  readonly pastForecasts: number;
  /** Daily average × days in the period (spec, section 4), beside the chosen method. */
  readonly byDailyAverage: Forecast;
  /** The typical week's forecast, beside the chosen method; null without enough past. */
  readonly byTypicalWeek: number | null;
}

/** Another method than the daily average must have had at most this share of its error, */
const CLEARLY_BETTER = 0.95;
/** in at least so many past forecasts. */
const MIN_FORECASTS = 30;

/**
 * Forecast of a period: daily average × days (spec, section 4), unless the typical week erred clearly less on the meter's past.
 * The band held four of five past cases, and is at most what the highest days allow; without enough past it is that of
 * `forecastByDailyAverage`.
 * @throws RangeError when nothing of a day has elapsed
 */
export function forecastPeriod(input: ChoiceInput): ChosenForecast {
  const { today, last, days, consumed, shareToCome: share, isHoliday = isNationalHoliday } = input;
  const byDailyAverage = forecastByDailyAverage(input);
  const row = dayRow(days, addDays(today, -LEARNT_DAYS), addDays(last, 1), isHoliday);
  const ahead = daysBetween(today, last);
  const elapsed = Math.floor(input.daysElapsed);
  const now: Origin = { index: LEARNT_DAYS, elapsed, horizon: ahead + 1, share };
  const week = typicalWeek(row, LEARNT_DAYS);
  if (week === null) return untried(byDailyAverage, null);
  const complete = { elapsed: Math.max(1, elapsed), horizon: Math.max(1, Math.round(ahead + share)) };
  const trials = tryMethods(row, { ...now, ...complete });
  const left = daysLeft(row, week, now);
  const byTypicalWeek = Math.round(consumed + mixed(left, trials.shares));
  if (trials.errors === null) return untried(byDailyAverage, byTypicalWeek);
  const isBetter = isWeekBetter(trials.count, trials.errors);
  const errors = isBetter ? trials.errors.byTypicalWeek : trials.errors.byDailyAverage;
  const { dailyAverage } = byDailyAverage;
  const total = isBetter ? byTypicalWeek : byDailyAverage.total;
  const margin = errors.leftError80 * week.mean * (ahead + share);
  const maximum = consumed + highestOf(measuredDays(days), ahead + share);
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

function untried(byDailyAverage: Forecast, byTypicalWeek: number | null): ChosenForecast {
  const method = 'média diária';
  return { ...byDailyAverage, method, pastError: null, pastForecasts: 0, byDailyAverage, byTypicalWeek };
}

function isWeekBetter(count: number, errors: NonNullable<Trials['errors']>): boolean {
  const [average, week] = [errors.byDailyAverage.periodError, errors.byTypicalWeek.periodError];
  return count >= MIN_FORECASTS && week < average && week <= average * CLEARLY_BETTER;
}
