import type { BillingCycle } from '../../base/time/billing-cycle.ts';
import {
  addDays,
  type CivilDate,
  daysBetween,
  endOfDay,
  hoursOfDay,
  startOfDay,
} from '../../base/time/civil-day.ts';
import { addMonths, dayOfMonth, monthOf } from '../../base/time/civil-month.ts';
import { DAY_MS, HOUR_MS, offsetMsAt, type Zone } from '../../base/time/zone.ts';
import { type DayConsumption, type HourConsumption, sumBy } from '../../telemetry/intervals/totals.ts';
import { dayOfHours } from '../consumption/consolidate.ts';

/** Civil days, both included. */
export interface DaySpan {
  readonly first: CivilDate;
  readonly last: CivilDate;
}

/** What two stretches of time consumed in the hours that both of them measured whole. */
interface AlikeHours {
  readonly hours: number;
  /** Hours of the current stretch, measured or not. */
  readonly ofHours: number;
  /** mWh, or ml of water. */
  readonly current: number;
  readonly other: number;
  /** (current − other) / other; null where the other consumed nothing, or less than half of the hours are alike. */
  readonly change: number | null;
}

/** Days of two stretches, cut down to the hours that both of them measured whole. */
export interface AlikeDays {
  readonly hours: number;
  readonly ofHours: number;
  readonly current: readonly DayConsumption[];
  readonly other: readonly DayConsumption[];
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
  return dayOfMonth(addMonths(monthOf(date), -12), Number(date.slice(8)));
}

/**
 * Keeps what is like with like: the n-th day beside the n-th day, hour by hour of the clock, and only hours that lasted as
 * long and of which both have every quarter-hour. A day that has only begun, a gap, what lay before the installation,
 * and an hour that the clock repeated on one of the days change nothing.
 */
export function alikeDays(
  current: readonly DayConsumption[],
  other: readonly DayConsumption[],
  zone: Zone,
): AlikeDays {
  const pairs = current.flatMap((day, index) => {
    const counterpart = other[index];
    return counterpart === undefined ? [] : [alikeHoursOf(day, counterpart, zone)];
  });
  return {
    hours: pairs.reduce((sum, [day]) => sum + day.hours.length, 0),
    ofHours: current.reduce((sum, day) => sum + hoursOnTheClock(day, zone), 0),
    current: pairs.map(([day]) => day),
    other: pairs.map(([, day]) => day),
  };
}

/** Whether hours that are alike are enough to speak for all: at least half of them. */
export function isOverlapEnough({ hours, ofHours }: Pick<AlikeDays, 'hours' | 'ofHours'>): boolean {
  return hours > 0 && hours * 2 >= ofHours;
}

/** What {@link alikeDays} consumed, and the change where they are enough to tell one. */
export function compareAlike(alike: AlikeDays): AlikeHours {
  const { hours, ofHours } = alike;
  const current = sumBy(alike.current, (day) => day.total);
  const other = sumBy(alike.other, (day) => day.total);
  const change = other === 0 || !isOverlapEnough(alike) ? null : (current - other) / other;
  return { hours, ofHours, current, other, change };
}

function alikeHoursOf(
  day: DayConsumption,
  counterpart: DayConsumption,
  zone: Zone,
): readonly [DayConsumption, DayConsumption] {
  const [length, another] = [lengthOfHours(day.date, zone), lengthOfHours(counterpart.date, zone)];
  const pairs = day.hours.flatMap((ours) => {
    const theirs = counterpart.hours[ours.hour];
    if (theirs === undefined || !isWhole(ours) || !isWhole(theirs)) return [];
    return length(ours.hour) === another(ours.hour) ? [{ ours, theirs }] : [];
  });
  return [
    dayOfHours(
      day.date,
      pairs.map(({ ours }) => ours),
    ),
    dayOfHours(
      counterpart.date,
      pairs.map(({ theirs }) => theirs),
    ),
  ];
}

/** An hour that the clock skipped is none. */
function hoursOnTheClock({ date, hours }: DayConsumption, zone: Zone): number {
  const length = lengthOfHours(date, zone);
  return hours.filter(({ hour }) => length(hour) > 0).length;
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
