import { at, type DayRow } from './day-row.ts';
import { type DaysLeft, daysLeft, type Origin } from './days-left.ts';
import { earnMix, type MixShares, mixed } from './earned-mix.ts';
import { typicalWeek } from './typical-week.ts';

/** How far back forecasts are tried. */
export const TRIAL_DAYS = 150;
/** Days that must lie before a trial, so that there is something to learn a week from. */
const LEARNING_DAYS = 28;
const MEASURED_SHARE = 0.9;
/** Fewer trials tell of no error. */
const MIN_TRIALS = 8;
/** Trials begin on one day after the other and overlap: what 84 % of them kept within, 80 % of what is to come does. */
const HELD_SHARE = 0.84;

/** How a method did on the meter's own past. */
interface PastErrors {
  /** Mean of |forecast − what came| over what the whole period came to, 0.05 is five per cent. */
  readonly periodError: number;
  /** In four cases of five no more was missed than this share of as many usual days as were left. */
  readonly leftError80: number;
}

export interface Trials {
  /** From how many past days methods were tried. */
  readonly count: number;
  /** Null where those are too few to tell. */
  readonly errors: { readonly byDailyAverage: PastErrors; readonly byTypicalWeek: PastErrors } | null;
  /** What the trials have taught, for the days to come now. */
  readonly shares: MixShares;
}

interface Trial {
  readonly end: number;
  readonly left: DaysLeft;
  readonly came: number;
  readonly period: number;
}

/**
 * Forecasts from each of the last 150 days what was to come then, with no more than was known then, and compares: as
 * many days lie before and behind each as before and behind today. Spans with missing days are left out.
 *
 * @param now today; the trials end before it
 */
export function tryMethods(row: DayRow, now: Origin): Trials {
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
