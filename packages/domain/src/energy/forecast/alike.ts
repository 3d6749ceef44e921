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

/** Days up to an instant, a whole hour of the local clock. */
export interface CycleInterval {
  readonly span: DaySpan;
  readonly until: Instant;
}

/** Hours that had not passed when the stretch ends are left out, and so are other days. */
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

/** The past part of the requested days, in whole hours. */
export function intervalUntilNow(request: DaySpan, zone: Zone, now: Instant): CycleInterval {
  const last = earlierDay(request.last, civilDateAt(now, zone));
  const hourStart = now - (clockMsAt(now, zone) % HOUR_MS);
  return {
    span: { first: request.first, last },
    until: instant(Math.min(endOfDay(last, zone), hourStart)),
  };
}

/** As far into its last day as the current interval; a complete last day stays complete, whatever its length. */
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

/** By the clock, not by the time since midnight: a day on which clocks change has more hours before noon, or fewer. */
function startOfHour(date: CivilDate, hour: number, zone: Zone): Instant {
  const later = hoursOfDay(date, zone).filter((each) => each.hour >= hour);
  return instant(Math.min(endOfDay(date, zone), ...later.map(({ start }) => start)));
}

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

/** The stretch before: within a billing cycle the same days of the cycle before, at most all of them; else the days just before. */
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
 * Pairs the n-th days hour by hour, and only hours of equal length with all quarter-hours on both sides. Gaps and clock changes
 * therefore change nothing.
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

/** Consumption of {@link alikeDays}, and the change if there are enough hours. */
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
    const external = counterpart.hours[ours.hour];
    if (external === undefined || !isComplete(ours) || !isComplete(external)) return [];
    return length(ours.hour) === another(ours.hour) ? [{ ours, theirs: external }] : [];
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
  const timeIntervals = hoursOfDay(date, zone);
  return (hour) =>
    timeIntervals.filter((one) => one.hour === hour).reduce((sum, one) => sum + one.end - one.start, 0);
}

const QUARTERS_AN_HOUR = 4;

/** Of an hour that the clock repeated, and of several meters together, more quarter-hours are expected. */
function isComplete({ presentQuarters, expectedQuarters }: HourConsumption): boolean {
  return presentQuarters >= Math.max(QUARTERS_AN_HOUR, expectedQuarters);
}
