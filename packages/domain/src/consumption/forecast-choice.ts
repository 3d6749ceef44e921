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
  /** What the typical week says, whatever was chosen; null without enough past to learn one from. */
  readonly byTypicalWeek: number | null;
}

/** Another method than the daily average must have had at most this share of its error, */
const CLEARLY_BETTER = 0.8;
/** in at least so many past forecasts. */
const FEWEST_FORECASTS = 30;

/**
 * Forecast of a period: daily average × days (spec, section 4), unless another method clearly erred less on the meter's
 * own past from the same point of a period. Its band held what came in four of five of those cases; without enough past
 * it is that of `forecastByDailyAverage`.
 *
 * @throws RangeError when nothing of a day has elapsed
 */
export function forecastPeriod(input: ChoiceInput): ChosenForecast {
  const byDailyAverage = forecastByDailyAverage(input);
  const row = dayRow(input.days, addDays(input.today, -LEARNT_DAYS), input.today);
  const week = typicalWeek(row, row.length);
  // The trials end before today, and so does what they count as elapsed.
  const elapsed = Math.max(1, Math.floor(input.daysElapsed));
  const horizon = Math.max(1, daysBetween(input.today, input.last));
  const byTypicalWeek = week === null ? null : totalBy(input, expectationOf('semana típica', week, 0));
  const others = { byDailyAverage, byTypicalWeek };
  const best = week === null ? null : bestOf(tryMethods(row, elapsed, horizon));
  if (week === null || best === null) {
    return { ...byDailyAverage, method: 'média diária', pastError: null, pastForecasts: 0, ...others };
  }
  const { method, periodError: pastError, origins: pastForecasts } = best;
  const total =
    method === 'média diária' ? byDailyAverage.total : totalBy(input, expectationOf(method, week, 0));
  const { dailyAverage } = byDailyAverage;
  const band = bandOf(total, input.consumed, best);
  return { total, ...band, dailyAverage, method, pastError, pastForecasts, ...others };
}

/** The daily average, unless another method clearly erred less in many past forecasts: of the others the least. */
function bestOf(trials: readonly Trial[]): Trial | null {
  const average = trials.find(({ method }) => method === 'média diária') ?? null;
  if (average === null) return null;
  const better = trials.filter(
    ({ periodError, origins }) =>
      origins >= FEWEST_FORECASTS &&
      periodError < average.periodError &&
      periodError <= average.periodError * CLEARLY_BETTER,
  );
  return better.toSorted((one, other) => one.periodError - other.periodError)[0] ?? average;
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
