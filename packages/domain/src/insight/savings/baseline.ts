import type { CivilDate } from '../../base/time/civil-day.ts';
import { candidateModels, rowOf } from './candidate-models.ts';
import {
  type IndependentVariable,
  isCovered,
  subsetsOf,
  type VariableKind,
} from './independent-variables.ts';
import { addRow, emptyEquations, product, solveEquations } from './least-squares.ts';

/** A day that was measured whole; kWh, m³, or any unit of one's own. */
export interface MeasuredDay {
  readonly date: CivilDate;
  readonly total: number;
}

/** What a year in which nothing was changed yet says of any day. */
interface Baseline {
  /** Whether the day has a value of everything that the baseline is told by. */
  covers(day: Pick<MeasuredDay, 'date'>): boolean;
  /** What a day that is covered would have come to; never below nothing. */
  expectedOn(date: CivilDate): number;
  /** What explains days beside the calendar; of those given only what tells unseen months better. */
  readonly variables: readonly VariableKind[];
  /** How many waves a year the season has in it, 0 to 3: chosen by months that were left out. */
  readonly waves: number;
  /** CV(RMSE) of months that the model had not seen: root of the mean square of their misses, as a share of the mean. */
  readonly cvRmse: number;
  /** Normalised mean bias error of the same months: of days that it was fitted to, a line of least squares has none. */
  readonly nmbe: number;
}

/** Avoided by what was done; above 0 where less was consumed than without it. */
interface AvoidedUse {
  readonly avoided: number;
  /** Between these in nine cases of ten, when a year drifts by itself as months do. */
  readonly low: number;
  readonly high: number;
  readonly expected: number;
  readonly days: number;
}

/** IPMVP, option C: a baseline covers a year, so that each season is in it. */
export const MIN_DAYS = 300;
/**
 * On the half of the buildings that was tuned on, nine of ten years in which nothing was done came within so many times
 * what the model erred by on months it had not seen (split conformal prediction). The other half tells how well that holds: `npm run bench savings`.
 */
const BAND = 3.2;

interface Row {
  readonly month: string;
  readonly row: readonly number[];
  readonly total: number;
}

/** Mean misses of each month by a model that has not seen it. */
function missesOfMonths(rows: readonly Row[]): number[] {
  const all = emptyEquations((rows[0] as Row).row.length);
  for (const { row, total } of rows) addRow(all, row, total);
  return [...Map.groupBy(rows, ({ month }) => month).values()].map((rowsOfMonth) => {
    const others = { matrix: all.matrix.map((line) => [...line]), side: [...all.side] };
    for (const { row, total } of rowsOfMonth) addRow(others, row, total, -1);
    const found = solveEquations(others);
    return (
      rowsOfMonth.reduce((sum, { row, total }) => sum + total - product(row, found), 0) / rowsOfMonth.length
    );
  });
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function rootMeanSquare(values: readonly number[]): number {
  return Math.sqrt(meanOf(values.map((value) => value * value)));
}

/** Of the models by exactly these variables, the one that errs least on months that it has not seen. */
function bestModel(
  days: readonly MeasuredDay[],
  variables: readonly IndependentVariable[],
  isHoliday: (date: CivilDate) => boolean,
) {
  const mean = meanOf(days.map(({ total }) => total));
  const tried = candidateModels(variables).map((model) => {
    const rows = days.map(({ date, total }): Row => {
      return { month: date.slice(0, 'YYYY-MM'.length), row: rowOf(model, date, isHoliday), total };
    });
    const misses = missesOfMonths(rows);
    return { model, rows, cvRmse: rootMeanSquare(misses) / mean, nmbe: meanOf(misses) / mean };
  });
  return tried.reduce((best, one) => (one.cvRmse < best.cvRmse ? one : best));
}

/**
 * What a meter would have consumed, learnt from the year before a change (IPMVP, option C): the mean of each weekday and
 * of holidays, a season of 0 to 3 waves, and of the variables those with which it errs less, on months that it has not
 * seen, than without them on the same days.
 *
 * @param days whole ones of the year before; more than a year says of a time that is over
 * @param variables days without a value of one that is taken are left out; fewer than 300 with one, and it is not tried
 * @returns null with fewer than 300 days, or where nothing was consumed
 */
export function fitBaseline(
  days: readonly MeasuredDay[],
  isHoliday: (date: CivilDate) => boolean,
  variables: readonly IndependentVariable[] = [],
): Baseline | null {
  const tried = subsetsOf(variables).flatMap((subset) => {
    const covered = days.filter((day) => isCovered(subset, day));
    if (covered.length < MIN_DAYS || covered.every(({ total }) => total <= 0)) return [];
    const best = bestModel(covered, subset, isHoliday);
    const without = subset.length === 0 ? best : bestModel(covered, [], isHoliday);
    return [{ ...best, improvement: without.cvRmse - best.cvRmse }];
  });
  if (tried.length === 0) return null;
  const { model, rows, cvRmse, nmbe } = tried.reduce((best, one) =>
    one.improvement > best.improvement ? one : best,
  );
  const equations = emptyEquations((rows[0] as Row).row.length);
  for (const { row, total } of rows) addRow(equations, row, total);
  const found = solveEquations(equations);
  return {
    covers: (day) => isCovered(model.variables, day),
    expectedOn: (date) => Math.max(0, product(rowOf(model, date, isHoliday), found)),
    variables: model.variables.map(({ kind }) => kind),
    waves: model.waves,
    cvRmse,
    nmbe,
  };
}

/**
 * What was consumed less than the baseline expected, so far.
 *
 * @param days whole ones since the change, which the baseline covers
 * @param otherwise what something else than the change has added (above 0) or taken away on a day, entered by hand
 */
export function avoidedUse(
  baseline: Baseline,
  days: readonly MeasuredDay[],
  otherwise: (date: CivilDate) => number = () => 0,
): AvoidedUse {
  const expected = days.reduce((sum, { date }) => sum + baseline.expectedOn(date) + otherwise(date), 0);
  const avoided = days.reduce((sum, { total }) => sum - total, expected);
  const margin = BAND * baseline.cvRmse * Math.abs(expected);
  return { avoided, low: avoided - margin, high: avoided + margin, expected, days: days.length };
}

/** How good a baseline is by ASHRAE Guideline 14, of months: CV(RMSE) up to 15 % and a bias within 5 % are what it asks. */
export function baselineQuality({
  cvRmse,
  nmbe,
}: Pick<Baseline, 'cvRmse' | 'nmbe'>): 'good' | 'fair' | 'poor' {
  const isUnbiased = Math.abs(nmbe) <= 0.05;
  if (isUnbiased && cvRmse <= 0.15) return 'good';
  return isUnbiased && cvRmse <= 0.3 ? 'fair' : 'poor';
}
