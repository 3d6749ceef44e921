import { type DayRow, expectedOn, type TypicalWeek, typicalWeek } from './typical-week.ts';

/** How the rest of a period may be forecast. */
export const FORECAST_METHODS = ['média diária', 'semana típica', 'semana típica com tendência'] as const;
export type ForecastMethod = (typeof FORECAST_METHODS)[number];

/** Share of the observed trend that 'semana típica com tendência' believes. */
const BELIEVED_TREND = 0.5;
/** Days that must lie before an origin, so that every method had something to learn from. */
const LEARNING_DAYS = 28;
/** Fewer origins are no proof. */
const FEWEST_ORIGINS = 8;
const COMPLETE_DAYS = 0.9;
/** Share of a period that keeps an error finite where a method expected nothing at all. */
const NEXT_TO_NOTHING = 1e-6;

/** How a method would have done on the meter's own past. */
export interface Trial {
  readonly method: ForecastMethod;
  /** Mean of |forecast − what came| over what the whole period came to, 0.05 is five per cent. */
  readonly periodError: number;
  /** What was left was missed by no more than this share of its forecast in four cases of five. */
  readonly leftError80: number;
  /** How many past days it was tried from. */
  readonly origins: number;
}

/** What a method expects of a day of a kind, so many days ahead (1 is the next). */
export type Expectation = (kind: number, ahead: number) => number;

/** What each method expects after what was learnt. @param dailyAverage of the period so far, thousandths. */
export function expectationOf(method: ForecastMethod, week: TypicalWeek, dailyAverage: number): Expectation {
  if (method === 'média diária') return () => dailyAverage;
  const belief = method === 'semana típica' ? 0 : BELIEVED_TREND;
  return (kind, ahead) => expectedOn(week, kind, ahead, belief);
}

/** One day of the past to forecast from, and what came. */
interface Origin {
  readonly index: number;
  readonly week: TypicalWeek;
  readonly dailyAverage: number;
  /** Of the days to come, and of the whole period. */
  readonly came: number;
  readonly period: number;
}

/**
 * Tries every method on the meter's own past: from each earlier day with four weeks before it, the same number of
 * days is forecast after as many days of a period as have elapsed now, and compared with what came. Spans with
 * missing days are left out. Empty with fewer than eight such days.
 *
 * @param horizon whole days to come, at least 1
 */
export function tryMethods(row: DayRow, elapsed: number, horizon: number): Trial[] {
  const origins = originsOf(row, elapsed, horizon);
  if (origins.length < FEWEST_ORIGINS) return [];
  return FORECAST_METHODS.map((method) => {
    const misses = origins.map((origin) => missOf(row, origin, horizon, method));
    const periodError = misses.reduce((sum, { ofPeriod }) => sum + ofPeriod, 0) / misses.length;
    const leftError80 = quantile80(misses.map(({ ofLeft }) => ofLeft));
    return { method, periodError, leftError80, origins: misses.length };
  });
}

function originsOf(row: DayRow, elapsed: number, horizon: number): Origin[] {
  const known = row.isComplete.indexOf(1);
  const origins: Origin[] = [];
  for (let index = known + Math.max(LEARNING_DAYS, elapsed); index + horizon <= row.length; index += 1) {
    if (!wasMeasured(row, index - elapsed, index + horizon)) continue;
    const week = typicalWeek(row, index);
    const soFar = sumOf(row, index - elapsed, index);
    const came = sumOf(row, index, index + horizon);
    if (week === null || soFar + came <= 0) continue;
    origins.push({ index, week, dailyAverage: soFar / elapsed, came, period: soFar + came });
  }
  return origins;
}

function missOf(
  row: DayRow,
  { index, week, dailyAverage, came, period }: Origin,
  horizon: number,
  method: ForecastMethod,
) {
  const expected = expectationOf(method, week, dailyAverage);
  let forecast = 0;
  for (let ahead = 1; ahead <= horizon; ahead += 1) {
    forecast += expected(row.kind[index + ahead - 1] as number, ahead);
  }
  const miss = Math.abs(forecast - came);
  return { ofPeriod: miss / period, ofLeft: miss / Math.max(forecast, period * NEXT_TO_NOTHING) };
}

/** The 80 % quantile as split conformal prediction takes it: of n errors the ⌈0.8 (n + 1)⌉-th. */
function quantile80(errors: readonly number[]): number {
  const sorted = errors.toSorted((one, other) => one - other);
  return sorted[Math.ceil(0.8 * (sorted.length + 1)) - 1] as number;
}

function wasMeasured(row: DayRow, start: number, end: number): boolean {
  let complete = 0;
  for (let index = start; index < end; index += 1) complete += row.isComplete[index] as number;
  return complete >= COMPLETE_DAYS * (end - start);
}

function sumOf(row: DayRow, start: number, end: number): number {
  let sum = 0;
  for (let index = start; index < end; index += 1) sum += row.total[index] as number;
  return sum;
}
