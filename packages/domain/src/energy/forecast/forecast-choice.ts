import { addDays, type CivilDate, daysBetween } from '../../base/time/civil-day.ts';
import { isNationalHoliday } from '../../base/time/holidays.ts';
import { dayRow } from './day-row.ts';
import { COMPARED_DAYS, daysLeft, type Origin, YEAR_DAYS } from './days-left.ts';
import { mixed } from './earned-mix.ts';
import { type Forecast, type ForecastInput, forecastByDailyAverage, mostOf } from './forecast.ts';
import { TRIAL_DAYS, type Trials, tryMethods } from './forecast-trial.ts';
import { measuredDays } from './past-day.ts';
import { typicalWeek } from './typical-week.ts';

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
  /** Daily average × days in the period (spec, section 4), whatever was chosen. */
  readonly byDailyAverage: Forecast;
  /** What the typical week says, whatever was chosen; null without enough past to learn one from. */
  readonly byTypicalWeek: number | null;
}

/** Another method than the daily average must have had at most this share of its error, */
const CLEARLY_BETTER = 0.95;
/** in at least so many past forecasts. */
const MIN_FORECASTS = 30;

/**
 * Forecast of a period: daily average × days (spec, section 4), unless the typical week clearly erred less on the
 * meter's own past from the same point of a period. That week is at the level of the period's own days, drawn towards
 * that of late, towards the usual one and towards the same weeks of last year as far as this would have helped on this meter. The band held
 * what came in four of five past cases, and goes no higher than the meter's highest days could make; without enough past
 * it is that of `forecastByDailyAverage`.
 *
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
  const whole = { elapsed: Math.max(1, elapsed), horizon: Math.max(1, Math.round(ahead + share)) };
  const trials = tryMethods(row, { ...now, ...whole });
  const left = daysLeft(row, week, now);
  const byTypicalWeek = Math.round(consumed + mixed(left, trials.shares));
  if (trials.errors === null) return untried(byDailyAverage, byTypicalWeek);
  const isBetter = isWeekBetter(trials.count, trials.errors);
  const errors = isBetter ? trials.errors.byTypicalWeek : trials.errors.byDailyAverage;
  const { dailyAverage } = byDailyAverage;
  const total = isBetter ? byTypicalWeek : byDailyAverage.total;
  const margin = errors.leftError80 * week.mean * (ahead + share);
  const most = consumed + mostOf(measuredDays(days), ahead + share);
  const isByLastYear = left.byLastYear !== null && trials.shares.lastYear > 0;
  const weekly = isByLastYear ? 'semana típica e ano anterior' : 'semana típica';
  return {
    total,
    low: Math.min(total, Math.max(consumed, Math.round(total - margin))),
    high: Math.max(total, Math.round(Math.min(total + margin, most))),
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
