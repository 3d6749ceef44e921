import { type BillingCycle, billingCycleAt, billingCycleFrom, type ReadDay } from './billing-cycle.ts';
import { addDays, type CivilDate, daysBetween } from './civil-day.ts';
import { addMonths, type CivilMonth, monthOf, monthsBetween } from './civil-month.ts';

/** The reading dates by which an establishment's billing cycles begin. */
export interface ReadingCalendar {
  /** Fixed day of the month, for cycles without an entered reading date. */
  readonly readDay: ReadDay;
  /** Entered reading dates, past and future, in ascending order; each begins a cycle. */
  readonly readings: readonly CivilDate[];
}

/** The calendar without a fixed day and without entered reading dates. */
export const CIVIL_MONTHS: ReadingCalendar = { readDay: null, readings: [] };

export function isSameCalendar(one: ReadingCalendar, other: ReadingCalendar): boolean {
  return one.readDay === other.readDay && String(one.readings) === String(other.readings);
}

/** A fixed day within this distance of an entered reading date begins no cycle: the reading came early or late. */
const SAME_READING_DAYS = 15;
/** If two entered reading dates are further apart, fixed days between them begin cycles too. */
const MAX_CYCLE_DAYS = 45;
/** Days searched on either side of a day: more than any cycle has. */
const HORIZON_DAYS = 100;

/** The cycle that contains a day: by entered reading dates, and beyond these by the fixed day. */
export function readingCycleAt(day: CivilDate, calendar: ReadingCalendar): BillingCycle {
  if (calendar.readings.length === 0) return billingCycleAt(day, calendar.readDay);
  const starts = startsBetween(addDays(day, -HORIZON_DAYS), addDays(day, HORIZON_DAYS), calendar);
  const next = starts.findIndex((start) => start > day);
  return { first: starts[next - 1] as CivilDate, last: addDays(starts[next] as CivilDate, -1) };
}

/** The cycle that contains most of these days; of two with equally many, the later one. */
export function readingCycleOf(days: BillingCycle, calendar: ReadingCalendar): BillingCycle {
  const shared = ({ first, last }: BillingCycle): number =>
    daysBetween(first > days.first ? first : days.first, last < days.last ? last : days.last);
  let best = readingCycleAt(days.last, calendar);
  for (let cycle = best; cycle.first > days.first; ) {
    cycle = readingCycleAt(addDays(cycle.first, -1), calendar);
    if (shared(cycle) > shared(best)) best = cycle;
  }
  return best;
}

/** The cycle that ends the day before this one begins. */
export function readingCycleBefore({ first }: BillingCycle, calendar: ReadingCalendar): BillingCycle {
  return readingCycleAt(addDays(first, -1), calendar);
}

/** The last `count` cycles up to the one that contains a day, oldest first. */
export function readingCyclesUntil(
  day: CivilDate,
  count: number,
  calendar: ReadingCalendar,
): readonly BillingCycle[] {
  const cycles: BillingCycle[] = [];
  for (let last = day; cycles.length < count; ) {
    const cycle = readingCycleAt(last, calendar);
    cycles.unshift(cycle);
    last = addDays(cycle.first, -1);
  }
  return cycles;
}

/** The first days of cycles between two days, ascending. */
function startsBetween(from: CivilDate, to: CivilDate, calendar: ReadingCalendar): CivilDate[] {
  const { readings } = calendar;
  const months = monthsBetween(monthOf(from), monthOf(to)) + 1;
  const fixed = Array.from({ length: months }, (_, index) => {
    const month = addMonths(monthOf(from), index);
    return fixedStartIn(month, calendar);
  }).filter((start) => isBetweenReadings(start, readings));
  return [...fixed, ...readings].filter((start) => start >= from && start <= to).sort();
}

/** The fixed day in a month: `readDay`, else the day of the last reading date up to this month, else of the first one. */
function fixedStartIn(month: CivilMonth, { readDay, readings }: ReadingCalendar): CivilDate {
  const before = readings.findLast((reading) => monthOf(reading) <= month) ?? (readings[0] as CivilDate);
  return billingCycleFrom(month, readDay ?? Number(before.slice(-2))).first;
}

function isBetweenReadings(start: CivilDate, readings: readonly CivilDate[]): boolean {
  const before = readings.findLast((reading) => reading <= start);
  const after = readings.find((reading) => reading > start);
  if (before !== undefined && daysBetween(before, start) < SAME_READING_DAYS) return false;
  if (after !== undefined && daysBetween(start, after) < SAME_READING_DAYS) return false;
  return before === undefined || after === undefined || daysBetween(before, after) > MAX_CYCLE_DAYS;
}
