import { addDays, type CivilDate, daysBetween, weekdayOf } from '../time/civil-day.ts';
import { isNationalHoliday } from '../time/holidays.ts';
import { isMeasured, type PastDay } from './past-day.ts';

/** Days in a row, column-wise, so that many origins of a back-test can be fitted quickly. */
export interface DayRow {
  readonly length: number;
  readonly first: CivilDate;
  /** Thousandths of Wh, or of a litre. */
  readonly total: Float64Array;
  /** 1 where enough of the day was measured to say what the day consumed. */
  readonly isComplete: Uint8Array;
  /** 0 for Sundays and national holidays, else the weekday, 1 to 6. */
  readonly kind: Uint8Array;
}

/** How many days back a typical week is learnt from: 17 weeks. */
export const LEARNT_DAYS = 119;
/** Fewer complete days say nothing of a week. */
const FEWEST_DAYS = 14;
/** Days after which a day counts half for the level, and for the shape of the week. */
const LEVEL_HALF_LIFE = 14;
const SHAPE_HALF_LIFE = 42;
/** No kind of day is drawn towards the ordinary by more days than these. */
const MOST_ORDINARY_DAYS = 20;
/** A kind of day with less than this of an ordinary one (a closed Sunday) says nothing of the level. */
const LEAST_FACTOR = 0.05;
const KINDS = 7;
/** Share of yesterday's trend that is left a day later: no trend goes on for ever. */
const DAMPING = 0.95;

const decayOf = (halfLife: number): Float64Array =>
  Float64Array.from({ length: LEARNT_DAYS + 1 }, (_, age) => 0.5 ** (age / halfLife));
const LEVEL_DECAY = decayOf(LEVEL_HALF_LIFE);
const SHAPE_DECAY = decayOf(SHAPE_HALF_LIFE);

/** What kind of day a date is to a business: holidays are like Sundays. */
export function kindOfDay(date: CivilDate): number {
  return isNationalHoliday(date) ? 0 : weekdayOf(date);
}

/** The days from `first` up to and without `end`, in a row; a day that is not given is an incomplete one. */
export function dayRow(days: readonly PastDay[], first: CivilDate, end: CivilDate): DayRow {
  const length = Math.max(0, daysBetween(first, end));
  const total = new Float64Array(length);
  const isComplete = new Uint8Array(length);
  for (const day of days) {
    const index = daysBetween(first, day.date);
    if (index < 0 || index >= length) continue;
    total[index] = day.total;
    isComplete[index] = isMeasured(day) ? 1 : 0;
  }
  const kind = Uint8Array.from({ length }, (_, index) => kindOfDay(addDays(first, index)));
  return { length, first, total, isComplete, kind };
}

/** What a meter consumes on each kind of day, at its recent level. */
export interface TypicalWeek {
  /** Of an ordinary day, thousandths, as it was `age` days ago in the mean. */
  readonly level: number;
  readonly age: number;
  /** How much the level moved a day. */
  readonly slope: number;
  /** By kind of day; 1 is ordinary. */
  readonly factors: Float64Array;
}

/**
 * The typical week before a day of the row: the shape of the week (each kind of day against the mean), the level of
 * late, which is the mean with weights that halve in two weeks (simple exponential smoothing with multiplicative
 * seasons), and its trend against a slower mean.
 *
 * @param end index of the day before which it is learnt
 * @returns null with fewer than 14 complete days
 */
export function typicalWeek(row: DayRow, end: number): TypicalWeek | null {
  const start = Math.max(0, end - LEARNT_DAYS);
  const factors = shapeOf(row, start, end);
  if (factors === null) return null;
  const late = meanOf(row, start, end, factors, LEVEL_DECAY);
  const slow = meanOf(row, start, end, factors, SHAPE_DECAY);
  const apart = slow.age - late.age;
  return { ...late, slope: apart > 0 ? (late.level - slow.level) / apart : 0, factors };
}

/** The weighted mean of the days, each as an ordinary day, and the mean of their ages. */
function meanOf(row: DayRow, start: number, end: number, factors: Float64Array, decay: Float64Array) {
  let weights = 0;
  let totals = 0;
  let ages = 0;
  for (let index = start; index < end; index += 1) {
    const factor = at(factors, at(row.kind, index));
    if (row.isComplete[index] === 0 || factor < LEAST_FACTOR) continue;
    const age = end - 1 - index;
    const weight = at(decay, age);
    weights += weight;
    totals += (weight * at(row.total, index)) / factor;
    ages += weight * age;
  }
  return { level: totals / weights, age: ages / weights };
}

/** Weighted sums over the complete days of each kind. */
interface KindSums {
  readonly weights: Float64Array;
  readonly totals: Float64Array;
  readonly squares: Float64Array;
  readonly count: number;
}

function sumKinds(row: DayRow, start: number, end: number): KindSums {
  const weights = new Float64Array(KINDS);
  const totals = new Float64Array(KINDS);
  const squares = new Float64Array(KINDS);
  let count = 0;
  for (let index = start; index < end; index += 1) {
    if (row.isComplete[index] === 0) continue;
    const kind = at(row.kind, index);
    const weight = at(SHAPE_DECAY, end - 1 - index);
    const total = at(row.total, index);
    weights[kind] = at(weights, kind) + weight;
    totals[kind] = at(totals, kind) + weight * total;
    squares[kind] = at(squares, kind) + weight * total * total;
    count += 1;
  }
  return { weights, totals, squares, count };
}

/**
 * Each kind of day against the mean of all; null with too few complete days. A kind is drawn towards the mean as if
 * so many ordinary days had been seen as the scatter within kinds is wider than that between them (empirical Bayes):
 * a shop that is closed on Sundays keeps its Sundays, a house with noise only has no week.
 */
function shapeOf(row: DayRow, start: number, end: number): Float64Array | null {
  const { weights, totals, squares, count } = sumKinds(row, start, end);
  if (count < FEWEST_DAYS) return null;
  const weight = weights.reduce((sum, one) => sum + one, 0);
  const mean = totals.reduce((sum, one) => sum + one, 0) / weight;
  if (mean <= 0) return new Float64Array(KINDS).fill(1);
  let within = 0;
  let between = 0;
  for (let kind = 0; kind < KINDS; kind += 1) {
    const ofKind = at(weights, kind);
    if (ofKind === 0) continue;
    const average = at(totals, kind) / ofKind;
    within += at(squares, kind) - average * at(totals, kind);
    between += ofKind * (average - mean) ** 2;
  }
  const noise = within / Math.max(1, weight - KINDS);
  const contrast = Math.max(0, between / (KINDS - 1) - noise) / (weight / KINDS);
  const ordinary = Math.min(MOST_ORDINARY_DAYS, contrast > 0 ? noise / contrast : MOST_ORDINARY_DAYS);
  return totals.map((total, kind) => {
    const factor = (total / mean + ordinary) / (at(weights, kind) + ordinary);
    return Number.isFinite(factor) ? factor : 1;
  });
}

/**
 * What is expected on a day of a kind, so many days after the last that was learnt from (1 is the next).
 * @param belief share of the trend that is believed, 0..1: it brings the level up to date, goes on, and fades out
 */
export function expectedOn(week: TypicalWeek, kind: number, ahead: number, belief = 0): number {
  const { level, age, slope, factors } = week;
  const days = belief === 0 ? 0 : belief * (age + (1 - DAMPING ** ahead) / (1 - DAMPING));
  return Math.max(0, (level + slope * days) * at(factors, kind));
}

/** An element that is known to be there. */
function at(column: Float64Array | Uint8Array, index: number): number {
  return column[index] as number;
}
