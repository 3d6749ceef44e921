import { addDays, type CivilDate, daysBetween, daysFrom } from '../time/civil-day.ts';
import { type Forecast, type ForecastInput, forecastByDailyAverage } from './forecast.ts';
import {
  type Expectation,
  expectationOf,
  type ForecastMethod,
  type Trial,
  tryMethods,
} from './forecast-trial.ts';
import { dayRow, kindOfDay, LEARNT_DAYS, typicalWeek } from './typical-week.ts';

export interface ChoiceInput extends ForecastInput {
  readonly today: CivilDate;
  /** Last day of the period. */
  readonly last: CivilDate;
  /** Share of a day's consumption that usually comes after this time of day, 0..1; see `shareToCome`. */
  readonly shareToCome: number;
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
}

/** Another method than the typical week must have had at most this share of its error. */
const CLEARLY_BETTER = 0.8;

/**
 * Forecast of a period by the method that did best on the meter's own past from the same point of a period, with a
 * band that held what came in four of five of those cases. Without enough past it is the daily average with the band
 * of `forecastByDailyAverage`.
 *
 * @throws RangeError when no day has elapsed
 */
export function forecastPeriod(input: ChoiceInput): ChosenForecast {
  const byDailyAverage = forecastByDailyAverage(input);
  const row = dayRow(input.days, addDays(input.today, -LEARNT_DAYS), input.today);
  const week = typicalWeek(row, row.length);
  // The trials end before today, and so does what they count as elapsed.
  const elapsed = Math.max(1, input.daysElapsed - 1);
  const horizon = Math.max(1, daysBetween(input.today, input.last));
  const best = week === null ? null : bestOf(tryMethods(row, elapsed, horizon));
  if (week === null || best === null) {
    return { ...byDailyAverage, method: 'média diária', pastError: null, pastForecasts: 0, byDailyAverage };
  }
  const { method, periodError: pastError, origins: pastForecasts } = best;
  const total =
    method === 'média diária' ? byDailyAverage.total : totalBy(input, expectationOf(method, week, 0));
  const { dailyAverage } = byDailyAverage;
  const band = bandOf(total, input.consumed, best);
  return { total, ...band, dailyAverage, method, pastError, pastForecasts, byDailyAverage };
}

/**
 * The typical week, unless another method was clearly better: the past of one meter is short, and picking the least
 * error of it picks luck as well (bench/forecast.bench.ts). Where nothing tells them apart, the daily average.
 */
function bestOf(trials: readonly Trial[]): Trial | null {
  const week = trials.find((trial) => trial.method === 'semana típica') ?? null;
  if (week === null) return null;
  const better = trials.filter((trial) => trial.periodError <= week.periodError * CLEARLY_BETTER);
  return better.reduce(
    (best, trial) => (trial.periodError < best.periodError ? trial : best),
    better[0] ?? week,
  );
}

function totalBy(input: ChoiceInput, expected: Expectation): number {
  const left = daysFrom(input.today, input.last).reduce((sum, date, index) => {
    const whole = expected(kindOfDay(date), index + 1);
    return sum + (index === 0 ? whole * input.shareToCome : whole);
  }, 0);
  return Math.round(input.consumed + left);
}

function bandOf(total: number, consumed: number, { leftError80 }: Trial) {
  const margin = Math.max(0, total - consumed) * leftError80;
  return {
    low: Math.round(total - Math.min(margin, Math.max(0, total - consumed))),
    high: Math.round(total + margin),
  };
}
