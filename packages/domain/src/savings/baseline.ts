import { type CivilDate, weekdayOf } from '../time/civil-day.ts';
import { addRow, emptyEquations, product, solveEquations } from './least-squares.ts';

/** A day that was measured whole; kWh, m³, or any unit of one's own. */
export interface MeasuredDay {
  readonly date: CivilDate;
  readonly total: number;
}

/** What a year in which nothing was changed yet says of any day. */
interface Baseline {
  /** What the day would have come to; never below nothing. */
  expectedOn(date: CivilDate): number;
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

const KINDS = 8;
const HOLIDAY = 7;
const MOST_WAVES = 3;
/** IPMVP, option C: a baseline covers a year, so that each season is in it. */
const FEWEST_DAYS = 300;
const DAYS_A_YEAR = 365.25;
const JANUARY_FIRST = Date.UTC(2000, 0, 1);
const DAY_MS = 86_400_000;
/**
 * On the half of the buildings that was tuned on, nine of ten years in which nothing was done came within so many times
 * what the model erred by on months it had not seen (split conformal prediction). The other half tells how well that holds: `npm run bench savings`.
 */
const BAND = 3.2;

function rowOf(date: CivilDate, waves: number, isHoliday: (date: CivilDate) => boolean): number[] {
  const kind = isHoliday(date) ? HOLIDAY : weekdayOf(date);
  const row = Array.from({ length: KINDS }, (_, index): number => (index === kind ? 1 : 0));
  const turn = ((Date.parse(date) - JANUARY_FIRST) / DAY_MS / DAYS_A_YEAR) * 2 * Math.PI;
  for (let wave = 1; wave <= waves; wave += 1) row.push(Math.cos(wave * turn), Math.sin(wave * turn));
  return row;
}

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

/**
 * What a meter would have consumed, learnt from the year before a change (IPMVP, option C): the mean of each weekday and
 * of holidays, and a season of 0 to 3 waves, of which the one is taken that errs least on months that it has not seen.
 *
 * @param days whole ones of the year before; more than a year says of a time that is over
 * @returns null with fewer than 300 days, or where nothing was consumed
 */
export function fitBaseline(
  days: readonly MeasuredDay[],
  isHoliday: (date: CivilDate) => boolean,
): Baseline | null {
  const mean = meanOf(days.map(({ total }) => total));
  if (days.length < FEWEST_DAYS || mean <= 0) return null;
  const candidates = Array.from({ length: MOST_WAVES + 1 }, (_, waves) => {
    const rows = days.map(({ date, total }): Row => {
      return { month: date.slice(0, 'YYYY-MM'.length), row: rowOf(date, waves, isHoliday), total };
    });
    const misses = missesOfMonths(rows);
    return { waves, rows, cvRmse: rootMeanSquare(misses) / mean, nmbe: meanOf(misses) / mean };
  });
  const { waves, rows, cvRmse, nmbe } = candidates.reduce((best, one) =>
    one.cvRmse < best.cvRmse ? one : best,
  );
  const equations = emptyEquations(KINDS + 2 * waves);
  for (const { row, total } of rows) addRow(equations, row, total);
  const found = solveEquations(equations);
  return {
    expectedOn: (date) => Math.max(0, product(rowOf(date, waves, isHoliday), found)),
    waves,
    cvRmse,
    nmbe,
  };
}

/**
 * What was consumed less than the baseline expected, so far.
 *
 * @param days whole ones since the change
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
