import { addDays, type CivilDate, dayNumber, weekdayOf } from '../../base/time/civil-day.ts';
import { isPeakExempt } from '../../base/time/holidays.ts';
import type { HourConsumption } from '../../telemetry/intervals/totals.ts';
import { measuredDays, type PastDay } from './past-day.ts';

/** Consecutive days by column, so that many past forecasts can be simulated quickly. */
export interface DayRow {
  readonly length: number;
  /** Thousandths of Wh, or of a litre. */
  readonly total: Float64Array;
  /** 1: enough of the day was measured; 0: not. */
  readonly isMeasured: Uint8Array;
  /** The weekday, 0 for Sunday to 6, or {@link HOLIDAY}. */
  readonly kind: Uint8Array;
}

export const SUNDAY = 0;
/** A holiday on any weekday but Sunday. */
export const HOLIDAY = 7;
/** Number of kinds of days: seven weekdays and holidays. */
export const KINDS = 8;

/** The days [first, end) by column; absent and future days count as not measured. @param measured - the days with enough data */
export function dayRow(
  days: readonly PastDay[],
  first: CivilDate,
  end: CivilDate,
  isHoliday: (date: CivilDate) => boolean,
  measured: readonly PastDay[] = measuredDays(days),
): DayRow {
  const origin = dayNumber(first);
  const length = Math.max(0, dayNumber(end) - origin);
  const total = new Float64Array(length);
  const isMeasured = new Uint8Array(length);
  for (const day of measured) {
    const index = dayNumber(day.date) - origin;
    if (index < 0 || index >= length) continue;
    total[index] = day.total;
    isMeasured[index] = 1;
  }
  return { length, total, isMeasured, kind: kindsOf(first, length, isHoliday) };
}

/** The kinds of the last days that were requested: the establishments of one call mostly have the same days. */
let lastKinds: {
  readonly first: CivilDate;
  readonly isHoliday: (date: CivilDate) => boolean;
  readonly kinds: Uint8Array;
} | null = null;

function kindsOf(first: CivilDate, length: number, isHoliday: (date: CivilDate) => boolean): Uint8Array {
  if (lastKinds?.first === first && lastKinds.isHoliday === isHoliday && lastKinds.kinds.length === length)
    return lastKinds.kinds;
  const kinds = Uint8Array.from({ length }, (_, index) => {
    const date = addDays(first, index);
    const weekday = weekdayOf(date);
    return weekday !== SUNDAY && isHoliday(date) ? HOLIDAY : weekday;
  });
  lastKinds = { first, isHoliday, kinds };
  return kinds;
}

export function at(column: Float64Array | Uint8Array, index: number): number {
  return column[index] as number;
}

/** Number of recent days that determine the usual course of a day. */
const PROFILE_DAYS = 28;
const HOURS = 24;

export interface DayByHour extends PastDay {
  readonly hours: readonly Pick<HourConsumption, 'hour' | 'total'>[];
}

/**
 * Share of a day's consumption that usually comes later, 0..1, by recent complete days of the same sort (working days, or
 * weekends and holidays); without such days, `1 - elapsed`.
 * @param elapsed - elapsed share of the day, 0..1
 */
export function shareToCome(days: readonly DayByHour[], date: DayByHour['date'], elapsed: number): number {
  const isRestDay = isPeakExempt(date);
  const alike = measuredDays(days)
    .filter((day) => day.total > 0 && isPeakExempt(day.date) === isRestDay)
    .slice(-PROFILE_DAYS);
  const full = alike.reduce((sum, day) => sum + day.total, 0);
  if (full === 0) return 1 - elapsed;
  const passedHours = elapsed * HOURS;
  const after = alike.reduce((sum, day) => sum + totalAfter(day, passedHours), 0);
  return after / full;
}

/** Consumption of a day after a time of day in hours; a partly passed hour counts in part. */
function totalAfter(day: DayByHour, passedHours: number): number {
  return day.hours.reduce(
    (sum, { hour, total }) => sum + total * Math.min(1, Math.max(0, hour + 1 - passedHours)),
    0,
  );
}

/** The day from which the rest of a period is forecast. */
export interface Origin {
  /** Index of that day, the first one that is not complete. */
  readonly index: number;
  /** Complete days of the period before it. */
  readonly elapsed: number;
  /** Remaining days of the period, that day included. */
  readonly horizon: number;
  /** Remaining share of that day, 0..1. */
  readonly share: number;
}

/** Expected consumption of all remaining days, by four levels from which a forecast may be mixed. mWh (ml of water). */
export interface DaysLeft {
  /** The typical week, scaled to the days of the period so far: the most reliable level. */
  readonly byOwnLevel: number;
  /** The typical week, scaled to the last days. A period that has just begun has too few days of its own. */
  readonly byLateLevel: number;
  /** The typical week, scaled to the last weeks, to which consumption returns after unusual days. */
  readonly byUsualLevel: number;
  /** The same weeks of last year, scaled by the change from last year to this one; null if they were not measured. */
  readonly byLastYear: number | null;
}

/** 52 weeks, so that each day is compared with the same weekday. */
export const YEAR_DAYS = 364;
/** The change from last year is measured over this many days plus the days of the period so far; days in both count twice. */
export const COMPARED_DAYS = 28;
const MEASURED_SHARE = 0.9;
/** The level of the last days counts as half a day of the period, so that a period of one closed Sunday has a sensible level. */
const LATE_DAYS = 0.5;

/** The expected consumption of the remaining days by each level. */
export function daysLeft(row: DayRow, week: TypicalWeek, origin: Origin): DaysLeft {
  const { index, elapsed, horizon, share } = origin;
  let ordinary = 0;
  for (let day = 0; day < horizon; day += 1) {
    ordinary += at(week.factors, at(row.kind, index + day)) * (day === 0 ? share : 1);
  }
  const own = ordinaryDays(row, week, Math.max(0, index - elapsed), index);
  const ownLevel = (own.total + LATE_DAYS * week.late) / (own.days + LATE_DAYS);
  return {
    byOwnLevel: ownLevel * ordinary,
    byLateLevel: week.late * ordinary,
    byUsualLevel: week.usual * ordinary,
    byLastYear: leftByLastYear(row, week, origin, ordinary),
  };
}

/** @param ordinary - the remaining days as a number of ordinary days, because holidays fall on other days than last year */
function leftByLastYear(row: DayRow, week: TypicalWeek, origin: Origin, ordinary: number): number | null {
  const { index, elapsed, horizon } = origin;
  const before = index - YEAR_DAYS;
  if (before < Math.max(COMPARED_DAYS, elapsed)) return null;
  const recent = compareYears(row, index - COMPARED_DAYS, index);
  const own = compareYears(row, index - elapsed, index);
  const [thisYear, lastYear] = [recent.thisYear + own.thisYear, recent.lastYear + own.lastYear];
  const enough = MEASURED_SHARE * (COMPARED_DAYS + elapsed);
  if (recent.count + own.count < enough || lastYear === 0) return null;
  let count = 0;
  for (let day = before; day < before + horizon; day += 1) count += at(row.isMeasured, day);
  if (count < MEASURED_SHARE * horizon) return null;
  const came = ordinaryDays(row, week, before, before + horizon);
  return (thisYear / lastYear) * (came.total / came.days) * ordinary;
}

/** Totals of the days that were measured in both years. */
function compareYears(row: DayRow, start: number, end: number) {
  const { isMeasured, total } = row;
  let thisYear = 0;
  let lastYear = 0;
  let count = 0;
  for (let index = start; index < end; index += 1) {
    if (isMeasured[index] === 0 || isMeasured[index - YEAR_DAYS] === 0) continue;
    thisYear += total[index] as number;
    lastYear += total[index - YEAR_DAYS] as number;
    count += 1;
  }
  return { thisYear, lastYear, count };
}

/** Number of past days from which the typical week is learnt: 17 weeks. */
export const SHAPE_DAYS = 119;
/** With fewer measured days there is no typical week. */
const MIN_DAYS = 14;
/** Half-lives in days of the weights for the level of the last days and for the usual level. */
const LATE_HALF_LIFE = 3;
const USUAL_HALF_LIFE = 14;
/** Numbers of assumed days that keep few observations from dominating: ordinary days for each weekday, Sundays for holidays. */
const ORDINARY_DAYS = 1;
const SUNDAYS = 2;

const decayOf = (halfLife: number) =>
  Float64Array.from({ length: SHAPE_DAYS }, (_, age) => 0.5 ** (age / halfLife));
const LATE_DECAY = decayOf(LATE_HALF_LIFE);
const USUAL_DECAY = decayOf(USUAL_HALF_LIFE);

/** A meter's usual consumption by weekday and on holidays. */
export interface TypicalWeek {
  /** Mean of all days learnt from, mWh (ml of water). */
  readonly mean: number;
  /** Level of the last days: consumption of an ordinary day, mWh (ml); the weight of a day halves in three days. */
  readonly late: number;
  /** Usual level: consumption of an ordinary day, mWh (ml); the weight of a day halves in 14 days. */
  readonly usual: number;
  /** Consumption of each kind of day (`DayRow.kind`) in ordinary days: 1 is average. */
  readonly factors: Float64Array;
}

/**
 * Learns the typical week: the mean of each weekday over 17 weeks relative to the mean of all days. Holidays count as Sundays
 * until the meter has holidays of its own.
 * @param end - index after the last day to learn from @returns null with fewer than 14 measured days
 */
export function typicalWeek(row: DayRow, end: number): TypicalWeek | null {
  const start = Math.max(0, end - SHAPE_DAYS);
  const { total, isMeasured, kind: kinds } = row;
  const counts = new Float64Array(KINDS);
  const totals = new Float64Array(KINDS);
  let count = 0;
  let sum = 0;
  for (let index = start; index < end; index += 1) {
    if (isMeasured[index] === 0) continue;
    const kind = kinds[index] as number;
    const ofDay = total[index] as number;
    counts[kind] = (counts[kind] as number) + 1;
    totals[kind] = (totals[kind] as number) + ofDay;
    count += 1;
    sum += ofDay;
  }
  if (count < MIN_DAYS) return null;
  const mean = sum / count;
  const factors = new Float64Array(KINDS).fill(1);
  if (mean === 0) return { mean, late: 0, usual: 0, factors };
  const drawn = (kind: number, to: number, days: number) =>
    (at(totals, kind) / mean + to * days) / (at(counts, kind) + days);
  for (let kind = 0; kind < HOLIDAY; kind += 1) factors[kind] = drawn(kind, 1, ORDINARY_DAYS);
  factors[HOLIDAY] = drawn(HOLIDAY, at(factors, SUNDAY), SUNDAYS);
  return { mean, ...levelsOf(row, end, factors), factors };
}

/** Consumption of an ordinary day at both levels, with each day weighted by its age. */
function levelsOf(
  { total, isMeasured, kind }: DayRow,
  end: number,
  factors: Float64Array,
): Pick<TypicalWeek, 'late' | 'usual'> {
  let late = 0;
  let lateDays = 0;
  let usual = 0;
  let usualDays = 0;
  for (let index = Math.max(0, end - SHAPE_DAYS); index < end; index += 1) {
    if (isMeasured[index] === 0) continue;
    const age = end - 1 - index;
    const ofDay = total[index] as number;
    const factor = factors[kind[index] as number] as number;
    const lateWeight = LATE_DECAY[age] as number;
    const usualWeight = USUAL_DECAY[age] as number;
    late += lateWeight * ofDay;
    lateDays += lateWeight * factor;
    usual += usualWeight * ofDay;
    usualDays += usualWeight * factor;
  }
  return { late: late / lateDays, usual: usual / usualDays };
}

/** Consumption of an interval of days, and the equivalent number of ordinary days. */
function ordinaryDays(row: DayRow, week: TypicalWeek, start: number, end: number) {
  const { isMeasured, total: totals, kind } = row;
  let total = 0;
  let days = 0;
  for (let index = start; index < end; index += 1) {
    if (isMeasured[index] === 0) continue;
    total += totals[index] as number;
    days += week.factors[kind[index] as number] as number;
  }
  return { total, days };
}
