import { at, type DayRow, HOLIDAY, KINDS, SUNDAY } from './day-row.ts';

/** How many days back the shape of a week is learnt from: 17 weeks. */
export const SHAPE_DAYS = 119;
/** Fewer measured days say nothing of a week. */
const MIN_DAYS = 14;
/** Days after which a day counts half for the level of late, and for the usual one. */
const LATE_HALF_LIFE = 3;
const USUAL_HALF_LIFE = 14;
/** As many ordinary days are added to those seen of a weekday, and as many Sundays to the holidays seen. */
const ORDINARY_DAYS = 1;
const SUNDAYS = 2;

const decayOf = (halfLife: number) =>
  Float64Array.from({ length: SHAPE_DAYS }, (_, age) => 0.5 ** (age / halfLife));
const LATE_DECAY = decayOf(LATE_HALF_LIFE);
const USUAL_DECAY = decayOf(USUAL_HALF_LIFE);

/** What a meter consumes on each kind of day. */
export interface TypicalWeek {
  /** Mean of all days learnt from, thousandths. */
  readonly mean: number;
  /** Of an ordinary day of late, thousandths: days count half after three. */
  readonly late: number;
  /** Of a usual ordinary day, thousandths: days count half after a fortnight. */
  readonly usual: number;
  /** By kind of day; 1 is ordinary. */
  readonly factors: Float64Array;
}

/**
 * The typical week before a day of the row: the mean of each weekday over 17 weeks against the mean of all. Holidays
 * are like Sundays until the meter's own holidays say otherwise: some works never close.
 *
 * @param end index of the day before which it is learnt
 * @returns null with fewer than 14 measured days
 */
export function typicalWeek(row: DayRow, end: number): TypicalWeek | null {
  const start = Math.max(0, end - SHAPE_DAYS);
  const counts = new Float64Array(KINDS);
  const totals = new Float64Array(KINDS);
  let count = 0;
  let sum = 0;
  for (let index = start; index < end; index += 1) {
    if (at(row.isMeasured, index) === 0) continue;
    const kind = at(row.kind, index);
    counts[kind] = at(counts, kind) + 1;
    totals[kind] = at(totals, kind) + at(row.total, index);
    count += 1;
    sum += at(row.total, index);
  }
  if (count < MIN_DAYS) return null;
  const mean = sum / count;
  const factors = new Float64Array(KINDS).fill(1);
  if (mean === 0) return { mean, late: 0, usual: 0, factors };
  const drawn = (kind: number, to: number, days: number) =>
    (at(totals, kind) / mean + to * days) / (at(counts, kind) + days);
  for (let kind = 0; kind < HOLIDAY; kind += 1) factors[kind] = drawn(kind, 1, ORDINARY_DAYS);
  factors[HOLIDAY] = drawn(HOLIDAY, at(factors, SUNDAY), SUNDAYS);
  const late = levelOf(row, end, factors, LATE_DECAY);
  return { mean, late, usual: levelOf(row, end, factors, USUAL_DECAY), factors };
}

/** Of an ordinary day, when each counts by its age. */
function levelOf(row: DayRow, end: number, factors: Float64Array, decay: Float64Array): number {
  let totals = 0;
  let ordinary = 0;
  for (let index = Math.max(0, end - SHAPE_DAYS); index < end; index += 1) {
    if (at(row.isMeasured, index) === 0) continue;
    const weight = at(decay, end - 1 - index);
    totals += weight * at(row.total, index);
    ordinary += weight * at(factors, at(row.kind, index));
  }
  return totals / ordinary;
}

/** What was measured in a stretch of days, and how many ordinary days it would be. */
export function ordinaryDays(row: DayRow, week: TypicalWeek, start: number, end: number) {
  let total = 0;
  let days = 0;
  for (let index = start; index < end; index += 1) {
    if (at(row.isMeasured, index) === 0) continue;
    total += at(row.total, index);
    days += at(week.factors, at(row.kind, index));
  }
  return { total, days };
}
