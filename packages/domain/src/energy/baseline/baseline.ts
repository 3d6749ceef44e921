import type { CivilDate } from '../../base/time/civil-day.ts';
import { weekdayOf } from '../../base/time/civil-day.ts';
import {
  type IndependentVariable,
  isCovered,
  subsetsOf,
  type VariableKind,
} from './independent-variables.ts';

/** Prevents a division by zero for indistinguishable rows. */
const RIDGE = 1e-9;

/** The sums that a fit by least squares is found from; rows can be taken out again. */
interface NormalEquations {
  readonly matrix: number[][];
  readonly side: number[];
}

export function emptyEquations(unknowns: number): NormalEquations {
  const zeros = (): number[] => Array.from({ length: unknowns }, () => 0);
  return { matrix: Array.from({ length: unknowns }, zeros), side: zeros() };
}

/** @param times 1 adds the row, -1 takes it out */
export function addRow({ matrix, side }: NormalEquations, row: readonly number[], value: number, times = 1) {
  for (let index = 0; index < row.length; index += 1) {
    const share = times * (row[index] as number);
    // Most of a row is of other weekdays.
    if (share === 0) continue;
    side[index] = (side[index] as number) + share * value;
    const line = matrix[index] as number[];
    for (let column = 0; column < row.length; column += 1)
      line[column] = (line[column] as number) + share * (row[column] as number);
  }
}

/** Coefficients by Gauss and Jordan, each unknown drawn slightly towards zero: an undetermined one is zero. */
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
  /** How many waves a year the season has in it. */
  readonly waves: number;
  readonly variables: readonly IndependentVariable[];
  /** °C below which heating and above which cooling takes more with each degree; of no meaning without a temperature. */
  readonly balance: number;
}

const KINDS = 8;
const HOLIDAY = 7;
const MAX_WAVES = 3;
const DAYS_A_YEAR = 365.25;
const JANUARY_FIRST = Date.UTC(2000, 0, 1);
const DAY_MS = 86_400_000;
/** Between these lie the balance points of buildings (ASHRAE Guideline 14, change-point models). */
const BALANCE_POINTS = [10, 12, 14, 16, 18, 20, 22, 24];

function candidateModels(variables: readonly IndependentVariable[]): CandidateModel[] {
  const isByTemperature = variables.some(({ kind }) => kind === 'temperature');
  const balances = isByTemperature ? BALANCE_POINTS : [0];
  return Array.from({ length: MAX_WAVES + 1 }, (_, waves) =>
    balances.map((balance) => ({ waves, variables, balance })),
  ).flat();
}

/** A day as a row of known values; it needs a value of every variable of the model. */
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

/** A production as it is; of a temperature the degrees below and above the balance point. */
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
  let first = KINDS + 2 * waves;
  for (const variable of variables) {
    const values = valuesOf(variable, balance, date);
    if (variable.kind === kind) return product(values, coefficients.slice(first));
    first += values.length;
  }
  return 0;
}

/** A day that was measured whole; kWh, m³, or any unit of one's own. */
export interface MeasuredDay {
  readonly date: CivilDate;
  readonly total: number;
}

/** The expectation of any day from a year before the change. */
export interface Baseline {
  /** Whether the day has a value of each variable of the baseline. */
  covers(day: Pick<MeasuredDay, 'date'>): boolean;
  /** The expected consumption of a covered day; never below zero. */
  expectedOn(date: CivilDate): number;
  /** The part of the expectation that comes from one variable of the baseline, on a covered day; 0 of other variables. */
  effectOn(date: CivilDate, kind: VariableKind): number;
  /** Variables beside the calendar; only those that predict unseen months better. */
  readonly variables: readonly VariableKind[];
  /** How many waves a year the season has in it, 0 to 3: chosen by months that were left out. */
  readonly waves: number;
  /** CV(RMSE) of months that the model had not seen: root of the mean square of their misses, as a share of the mean. */
  readonly cvRmse: number;
  /** Normalised mean bias error of the same months: of days that it was fitted to, a line of least squares has none. */
  readonly nmbe: number;
}

/** Avoided consumption; above 0 if less was used than without the measure. */
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
 * Nine of ten unchanged years stayed within this factor of the model's error on unseen months (split conformal prediction,
 * tuned on half of the buildings; `npm run bench savings` tests the other half).
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
 * The expected consumption, learnt from the year before a change (IPMVP, option C): weekdays, holidays, 0 to 3 waves, and the
 * variables that lower the error on unseen months.
 * @param days - complete ones of one year @param variables - tried with at least 300 days @returns null with fewer days
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

/** Consumption below the baseline so far. @param days - complete and covered by it @param otherwise - of other changes, a day */
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

/** The quality of a baseline by ASHRAE Guideline 14 for months, which requires a CV(RMSE) up to 15 % and a bias within 5 %. */
export function baselineQuality({
  cvRmse,
  nmbe,
}: Pick<Baseline, 'cvRmse' | 'nmbe'>): 'good' | 'fair' | 'poor' {
  const isUnbiased = Math.abs(nmbe) <= 0.05;
  if (isUnbiased && cvRmse <= 0.15) return 'good';
  return isUnbiased && cvRmse <= 0.3 ? 'fair' : 'poor';
}
