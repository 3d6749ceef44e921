import type { CivilDate } from '../../base/time/civil-day.ts';
import { weekdayOf } from '../../base/time/civil-day.ts';
import {
  type IndependentVariable,
  isCovered,
  subsetsOf,
  type VariableKind,
} from './independent-variables.ts';

/** Prevents a division by zero if columns are linearly dependent. */
const RIDGE = 1e-9;

/** Normal equations of a least-squares fit. Rows can be added and removed. */
interface NormalEquations {
  readonly matrix: number[][];
  readonly side: number[];
}

export function emptyEquations(unknowns: number): NormalEquations {
  const zeros = (): number[] => Array.from({ length: unknowns }, () => 0);
  return { matrix: Array.from({ length: unknowns }, zeros), side: zeros() };
}

/** @param times - 1 adds the row, -1 removes it */
export function addRow({ matrix, side }: NormalEquations, row: readonly number[], value: number, times = 1) {
  for (let index = 0; index < row.length; index += 1) {
    const share = times * (row[index] as number);
    // Most columns of a row are zero: those of the other weekdays.
    if (share === 0) continue;
    side[index] = (side[index] as number) + share * value;
    const line = matrix[index] as number[];
    for (let column = 0; column < row.length; column += 1)
      line[column] = (line[column] as number) + share * (row[column] as number);
  }
}

/** Solves the equations by Gauss–Jordan elimination. A small ridge term makes undetermined coefficients zero. */
export function solveEquations({ matrix, side }: NormalEquations): number[] {
  const lines = matrix.map((line, index) => {
    const withRidge = [...line, side[index] as number];
    withRidge[index] = (withRidge[index] as number) + RIDGE * (1 + (withRidge[index] as number));
    return withRidge;
  });
  for (const [pivot, top] of lines.entries()) {
    for (const line of lines) {
      if (line === top) continue;
      const factor = (line[pivot] as number) / (top[pivot] as number);
      for (let column = pivot; column <= side.length; column += 1)
        line[column] = (line[column] as number) - factor * (top[column] as number);
    }
  }
  return lines.map((line, index) => (line[side.length] as number) / (line[index] as number));
}

export function product(row: readonly number[], coefficients: readonly number[]): number {
  return row.reduce((sum, one, index) => sum + one * (coefficients[index] as number), 0);
}

interface CandidateModel {
  /** Number of harmonics by which the model describes the seasons. */
  readonly waves: number;
  readonly variables: readonly IndependentVariable[];
  /**
   * Balance point in °C: heating grows with each degree below it, cooling with each degree above it. Unused without a temperature
   * variable.
   */
  readonly balance: number;
}

const KINDS = 8;
const HOLIDAY = 7;
const MAX_WAVES = 3;
const DAYS_A_YEAR = 365.25;
const JANUARY_FIRST = Date.UTC(2000, 0, 1);
const DAY_MS = 86_400_000;
/** Balance points to try, °C (ASHRAE Guideline 14, change-point models). */
const BALANCE_POINTS = [10, 12, 14, 16, 18, 20, 22, 24];

function candidateModels(variables: readonly IndependentVariable[]): CandidateModel[] {
  const isByTemperature = variables.some(({ kind }) => kind === 'temperature');
  const balances = isByTemperature ? BALANCE_POINTS : [0];
  return Array.from({ length: MAX_WAVES + 1 }, (_, waves) =>
    balances.map((balance) => ({ waves, variables, balance })),
  ).flat();
}

/** A day as a row of the regression. Every variable of the model must have a value on that day. */
function rowOf(
  { waves, variables, balance }: CandidateModel,
  date: CivilDate,
  isHoliday: (date: CivilDate) => boolean,
): number[] {
  const kindOfDay = isHoliday(date) ? HOLIDAY : weekdayOf(date);
  const row = Array.from({ length: KINDS }, (_, index): number => (index === kindOfDay ? 1 : 0));
  const turn = ((Date.parse(date) - JANUARY_FIRST) / DAY_MS / DAYS_A_YEAR) * 2 * Math.PI;
  for (let wave = 1; wave <= waves; wave += 1) row.push(Math.cos(wave * turn), Math.sin(wave * turn));
  for (const variable of variables) row.push(...valuesOf(variable, balance, date));
  return row;
}

/** Columns of a variable: the production itself, or the degrees below and above the balance point. */
function valuesOf({ kind, values }: IndependentVariable, balance: number, date: CivilDate): number[] {
  const value = values.get(date) as number;
  return kind === 'production' ? [value] : [Math.max(0, balance - value), Math.max(0, value - balance)];
}

/** The part of a fitted expectation that comes from one variable. */
function effectOf(
  { waves, variables, balance }: CandidateModel,
  coefficients: readonly number[],
  date: CivilDate,
  kind: VariableKind,
): number {
  const values = variables.flatMap((variable) => {
    const own = valuesOf(variable, balance, date);
    return variable.kind === kind ? own : own.map(() => 0);
  });
  return product(values, coefficients.slice(KINDS + 2 * waves));
}

/** A completely measured day; `total` in any unit, such as kWh or m³. */
export interface MeasuredDay {
  readonly date: CivilDate;
  readonly total: number;
}

/** A model of daily consumption, learnt from the year before a change. */
export interface Baseline {
  /** Whether the day has a value of each variable of the baseline. */
  covers(day: Pick<MeasuredDay, 'date'>): boolean;
  /** The expected consumption of a covered day; never below zero. */
  expectedOn(date: CivilDate): number;
  /** The part of the expectation that comes from one variable of the baseline, on a covered day; 0 for other variables. */
  effectOn(date: CivilDate, kind: VariableKind): number;
  /** Variables besides the calendar; only those that lower the error on unseen months. */
  readonly variables: readonly VariableKind[];
  /** Number of seasonal harmonics, 0 to 3, chosen by cross-validation. */
  readonly waves: number;
  /** CV(RMSE) on unseen months: root mean square of their mean errors, divided by the mean consumption. */
  readonly cvRmse: number;
  /** Normalised mean bias error on the same unseen months. On the fitted days it would be zero. */
  readonly nmbe: number;
}

/** Avoided consumption; positive if less was used than the baseline expects. */
interface AvoidedUse {
  readonly avoided: number;
  /** The avoided consumption is between `low` and `high` in nine of ten cases. */
  readonly low: number;
  readonly high: number;
  readonly expected: number;
  readonly days: number;
}

/** Minimum number of days: a baseline must cover all seasons (IPMVP, option C). */
export const MIN_DAYS = 300;
/**
 * Nine of ten unchanged years stayed within this multiple of the model's error on unseen months (split conformal prediction,
 * tuned on half of the buildings; `npm run bench savings` tests the other half).
 */
const BAND = 3.2;

interface Row {
  readonly month: string;
  readonly row: readonly number[];
  readonly total: number;
}

/** Mean daily error of each month, by a model fitted to the other months. */
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

/** The model with exactly these variables that has the smallest error on unseen months. */
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
 * Fits a baseline to the year before a change (IPMVP, option C), by weekdays, holidays, 0 to 3 seasonal harmonics and those
 * variables that lower the error on unseen months.
 * @param days - complete days of one year @param variables - used only if at least 300 days have a value @returns null with
 * fewer than 300 days, or without consumption
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
    effectOn: (date, kind) => effectOf(model, found, date, kind),
    variables: model.variables.map(({ kind }) => kind),
    waves: model.waves,
    cvRmse,
    nmbe,
  };
}

/**
 * Consumption below the baseline so far.
 * @param days - complete days that the baseline covers @param otherwise - daily effect of other changes
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

/** The quality of a baseline. `good` meets ASHRAE Guideline 14 for monthly data: CV(RMSE) up to 15 % and bias within 5 %. */
export function baselineQuality({
  cvRmse,
  nmbe,
}: Pick<Baseline, 'cvRmse' | 'nmbe'>): 'good' | 'fair' | 'poor' {
  const isUnbiased = Math.abs(nmbe) <= 0.05;
  if (isUnbiased && cvRmse <= 0.15) return 'good';
  return isUnbiased && cvRmse <= 0.3 ? 'fair' : 'poor';
}
