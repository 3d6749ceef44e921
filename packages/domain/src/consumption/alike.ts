import type { BillingCycle } from '../time/billing-cycle.ts';
import { addDays, type CivilDate, daysBetween, endOfDay, hoursOfDay, startOfDay } from '../time/civil-day.ts';
import { addMonths, type CivilMonth, daysInMonth, monthOf } from '../time/civil-month.ts';
import { DAY_MS, HOUR_MS, offsetMsAt, type Zone } from '../time/zone.ts';
import type { DayConsumption, HourConsumption } from './totals.ts';

/** Civil days, both included. */
export interface DaySpan {
  readonly first: CivilDate;
  readonly last: CivilDate;
}

/** What two stretches of time consumed in the hours that both of them measured whole. */
export interface AlikeHours {
  readonly hours: number;
  /** mWh, or ml of water. */
  readonly current: number;
  readonly other: number;
  /** (current − other) / other; null where the other consumed nothing, or no hour is alike. */
  readonly change: number | null;
}

/**
 * The stretch before: of days that begin with a billing cycle and do not go beyond it, as many days of the cycle
 * before, though no more than it has; of others, as many days just before them.
 */
export function previousSpan({ first, last }: DaySpan, cycle: BillingCycle, before: BillingCycle): DaySpan {
  const days = daysBetween(first, last);
  if (first !== cycle.first || last > cycle.last) {
    return { first: addDays(first, -days - 1), last: addDays(first, -1) };
  }
  const same = addDays(before.first, days);
  return last === cycle.last || same > before.last ? before : { first: before.first, last: same };
}

/** The same days of the calendar a year before; 29 February becomes the 28th. */
export function yearBefore({ first, last }: DaySpan): DaySpan {
  return { first: dayAYearBefore(first), last: dayAYearBefore(last) };
}

function dayAYearBefore(date: CivilDate): CivilDate {
  const month: CivilMonth = addMonths(monthOf(date), -12);
  const day = Math.min(Number(date.slice(8)), daysInMonth(month));
  return `${month}-${String(day).padStart(2, '0')}` as CivilDate;
}

/**
 * Compares like with like: the n-th day with the n-th day, hour by hour of the clock, and only hours that lasted as
 * long and of which both have every quarter-hour. A day that has only begun, a gap, what lay before the installation,
 * and an hour that the clock repeated on one of the days change nothing.
 */
export function compareAlike(
  current: readonly DayConsumption[],
  other: readonly DayConsumption[],
  zone: Zone,
): AlikeHours {
  let [hours, ours, theirs] = [0, 0, 0];
  for (const [index, day] of current.entries()) {
    const counterpart = other[index];
    if (counterpart === undefined) break;
    const [length, another] = [lengthOfHours(day.date, zone), lengthOfHours(counterpart.date, zone)];
    for (const ofOurs of day.hours) {
      const { hour } = ofOurs;
      const ofTheirs = counterpart.hours[hour];
      if (ofTheirs === undefined || !isWhole(ofOurs) || !isWhole(ofTheirs)) continue;
      if (length(hour) !== another(hour)) continue;
      hours += 1;
      ours += ofOurs.total;
      theirs += ofTheirs.total;
    }
  }
  return { hours, current: ours, other: theirs, change: theirs === 0 ? null : (ours - theirs) / theirs };
}

/** How long each hour of the clock lasted, ms: one that was repeated longer, one that was skipped not at all. */
function lengthOfHours(date: CivilDate, zone: Zone): (hour: number) => number {
  const [start, end] = [startOfDay(date, zone), endOfDay(date, zone)];
  if (end - start === DAY_MS && offsetMsAt(start, zone) === offsetMsAt(end - 1, zone)) return () => HOUR_MS;
  const stretches = hoursOfDay(date, zone);
  return (hour) =>
    stretches.filter((one) => one.hour === hour).reduce((sum, one) => sum + one.end - one.start, 0);
}

const QUARTERS_AN_HOUR = 4;

/** Of an hour that the clock repeated, and of several meters together, more quarter-hours are expected. */
function isWhole({ presentQuarters, expectedQuarters }: HourConsumption): boolean {
  return presentQuarters >= Math.max(QUARTERS_AN_HOUR, expectedQuarters);
}
