import type { BillingCycle } from '../../base/time/billing-cycle.ts';
import {
  addDays,
  type CivilDate,
  civilDateAt,
  civilHourAt,
  clockMsAt,
  daysBetween,
  earlierDay,
  endOfDay,
  hoursOfDay,
  startOfDay,
} from '../../base/time/civil-day.ts';
import { addMonths, dayOfMonth, monthOf } from '../../base/time/civil-month.ts';
import { DAY_MS, HOUR_MS, type Instant, instant, offsetMsAt, type Zone } from '../../base/time/zone.ts';
import { type DayConsumption, type HourConsumption, sumBy } from '../../telemetry/intervals/totals.ts';
import { dayOfHours } from '../consumption/consolidate.ts';

/** Days of which the last one ends at `until`, a whole hour of the local clock. */
export interface CycleInterval {
  readonly span: DaySpan;
  readonly until: Instant;
}

/** Cuts days to an interval: other days, and hours of the last day from `until` on, are left out. */
export function cutDays(
  days: readonly DayConsumption[],
  { span, until }: CycleInterval,
  zone: Zone,
): readonly DayConsumption[] {
  const within = days.filter(({ date }) => date >= span.first && date <= span.last);
  if (until === endOfDay(span.last, zone)) return within;
  const passed = civilHourAt(until, zone);
  return within.map((day) =>
    day.date === span.last ? dayOfHours(day.date, day.hours.slice(0, passed)) : day,
  );
}

/** The part of the requested days that has passed, in whole hours. */
export function intervalUntilNow(request: DaySpan, zone: Zone, now: Instant): CycleInterval {
  const last = earlierDay(request.last, civilDateAt(now, zone));
  const hourStart = now - (clockMsAt(now, zone) % HOUR_MS);
  return {
    span: { first: request.first, last },
    until: instant(Math.min(endOfDay(last, zone), hourStart)),
  };
}

/**
 * The comparable part of other days: as many days (all of `other` if it is shorter), ending at the same hour of the clock as
 * `current`. If the last day of `current` is complete, so is the other last day, even if it is an hour longer or shorter.
 */
export function alikeInterval(current: CycleInterval, other: DaySpan, zone: Zone): CycleInterval {
  const { span, until } = current;
  const counterpart = addDays(other.first, daysBetween(span.first, span.last));
  if (until === endOfDay(span.last, zone) || counterpart > other.last)
    return { span: other, until: endOfDay(other.last, zone) };
  return {
    span: { first: other.first, last: counterpart },
    until: startOfHour(counterpart, civilHourAt(until, zone), zone),
  };
}

/**
 * The instant at which the clock first shows an hour, or a later one if it is skipped. A day with a clock change may have 11 or
 * 13 hours before noon, so the time since midnight is not enough.
 */
function startOfHour(date: CivilDate, hour: number, zone: Zone): Instant {
  const later = hoursOfDay(date, zone).filter((each) => each.hour >= hour);
  return instant(Math.min(endOfDay(date, zone), ...later.map(({ start }) => start)));
}

/** First and last civil day, both included. */
export interface DaySpan {
  readonly first: CivilDate;
  readonly last: CivilDate;
}

/** The consumption of two intervals in comparable hours: those that both of them measured completely. */
interface AlikeHours {
  readonly hours: number;
  /** Hours of the current interval, measured or not. */
  readonly ofHours: number;
  /** Consumption in the comparable hours, mWh (ml of water). */
  readonly current: number;
  readonly other: number;
  /** (current − other) / other; null if `other` is 0, or if fewer than half of the hours are comparable. */
  readonly change: number | null;
}

/** Days of two intervals, reduced to their comparable hours. */
export interface AlikeDays {
  readonly hours: number;
  readonly ofHours: number;
  readonly current: readonly DayConsumption[];
  readonly other: readonly DayConsumption[];
}

/**
 * The days to compare with. If the days begin a billing cycle and lie within it: equally many first days of the previous cycle,
 * and all of it for a complete cycle. Otherwise: equally many days just before.
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
 * Pairs the n-th days of both intervals hour by hour. Only hours of equal length with all quarter-hours on both sides remain, so
 * gaps and clock changes do not affect the comparison.
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

/** Whether at least half of the hours are comparable. */
export function isOverlapEnough({ hours, ofHours }: Pick<AlikeDays, 'hours' | 'ofHours'>): boolean {
  return hours > 0 && hours * 2 >= ofHours;
}

/** Consumption of {@link alikeDays}, and the change if enough hours are comparable. */
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
    if (theirs === undefined || !isComplete(ours) || !isComplete(theirs)) return [];
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

/** Number of hours that the clock showed: skipped hours do not count. */
function hoursOnTheClock({ date, hours }: DayConsumption, zone: Zone): number {
  const length = lengthOfHours(date, zone);
  return hours.filter(({ hour }) => length(hour) > 0).length;
}

/** Returns the duration of an hour of the clock, ms: twice as long if the clock repeats it, 0 if it skips it. */
function lengthOfHours(date: CivilDate, zone: Zone): (hour: number) => number {
  const [start, end] = [startOfDay(date, zone), endOfDay(date, zone)];
  if (end - start === DAY_MS && offsetMsAt(start, zone) === offsetMsAt(end - 1, zone)) return () => HOUR_MS;
  const timeIntervals = hoursOfDay(date, zone);
  return (hour) =>
    timeIntervals.filter((one) => one.hour === hour).reduce((sum, one) => sum + one.end - one.start, 0);
}

const QUARTERS_AN_HOUR = 4;

/**
 * Whether an hour has all of its quarter-hours. An hour that the clock repeats, or the sum of several meters, has more than four.
 */
function isComplete({ presentQuarters, expectedQuarters }: HourConsumption): boolean {
  return presentQuarters >= Math.max(QUARTERS_AN_HOUR, expectedQuarters);
}
