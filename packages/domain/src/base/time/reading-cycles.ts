import { type BillingCycle, billingCycleFrom, type ReadDay } from './billing-cycle.ts';
import { addDays, type CivilDate, daysBetween } from './civil-day.ts';
import { addMonths, type CivilMonth, monthOf, monthsBetween } from './civil-month.ts';

/** The calendar that divides an establishment's cycles. */
export interface ReadingCalendar {
  /** The fixed day, for cycles of which no reading date is known. */
  readonly readDay: ReadDay;
  /** Days on which the meter was, or will be, read; each begins a cycle. In ascending order. */
  readonly readings: readonly CivilDate[];
}

/** Without a fixed day and known readings. */
export const CIVIL_MONTHS: ReadingCalendar = { readDay: null, readings: [] };

export function isSameCalendar(one: ReadingCalendar, other: ReadingCalendar): boolean {
  return one.readDay === other.readDay && String(one.readings) === String(other.readings);
}

/** A fixed day so near to a known reading is that reading, which came early or late. */
const SAME_READING_DAYS = 15;
/** Known readings so far apart have another one between them. */
const MAX_CYCLE_DAYS = 45;
/** No cycle is longer: a fixed day, the next one, and both are never left out. */
const HORIZON_DAYS = 100;

/** The cycle in which a day lies: by the reading dates that are known, beyond them by the fixed day. */
export function readingCycleAt(day: CivilDate, calendar: ReadingCalendar): BillingCycle {
  const starts = startsBetween(addDays(day, -HORIZON_DAYS), addDays(day, HORIZON_DAYS), calendar);
  const next = starts.findIndex((start) => start > day);
  return { first: starts[next - 1] as CivilDate, last: addDays(starts[next] as CivilDate, -1) };
}

/** The cycle that has the most of these days in it; of two with as many, the later one. */
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

/** The cycles up to the one in which a day lies, oldest first. */
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

/** Without a fixed day, that of the reading before it; before all of them, of the first. */
function fixedStartIn(month: CivilMonth, { readDay, readings }: ReadingCalendar): CivilDate {
  const before = readings.findLast((reading) => monthOf(reading) <= month) ?? readings[0];
  const day = readDay ?? (before === undefined ? null : Number(before.slice(-2)));
  return billingCycleFrom(month, day).first;
}

function isBetweenReadings(start: CivilDate, readings: readonly CivilDate[]): boolean {
  const before = readings.findLast((reading) => reading <= start);
  const after = readings.find((reading) => reading > start);
  if (before !== undefined && daysBetween(before, start) < SAME_READING_DAYS) return false;
  if (after !== undefined && daysBetween(start, after) < SAME_READING_DAYS) return false;
  return before === undefined || after === undefined || daysBetween(before, after) > MAX_CYCLE_DAYS;
}
