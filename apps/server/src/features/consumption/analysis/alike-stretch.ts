import type { DaySpan } from '@nascente/domain/consumption/alike';
import { dayOfHours } from '@nascente/domain/consumption/consolidate';
import type { DayConsumption } from '@nascente/domain/consumption/totals';
import {
  addDays,
  type CivilDate,
  civilDateAt,
  civilHourAt,
  clockMsAt,
  daysBetween,
  endOfDay,
  hoursOfDay,
} from '@nascente/domain/time/civil-day';
import { HOUR_MS, type Instant, instant, type Zone } from '@nascente/domain/time/zone';
import { earlierDay } from '../period/asked-period.ts';
import type { DaySource } from '../reading/day-source.ts';

/** Days up to an instant, a whole hour of the local clock. */
export interface Stretch {
  readonly span: DaySpan;
  readonly until: Instant;
}

/** Hours that had not passed when the stretch ends are left out, and so are other days. */
export const cutDays = (
  days: readonly DayConsumption[],
  { span, until }: Stretch,
  zone: Zone,
): readonly DayConsumption[] => {
  const within = days.filter(({ date }) => date >= span.first && date <= span.last);
  if (until === endOfDay(span.last, zone)) return within;
  const passed = civilHourAt(until, zone);
  return within.map((day) =>
    day.date === span.last ? dayOfHours(day.date, day.hours.slice(0, passed)) : day,
  );
};

/** What of the asked days has passed, by whole hours. */
export const stretchUntilNow = ({ zone }: Pick<DaySource, 'zone'>, asked: DaySpan, now: Instant): Stretch => {
  const today = civilDateAt(now, zone);
  const last = earlierDay(asked.last, today);
  const wholeHour = now - (clockMsAt(now, zone) % HOUR_MS);
  return {
    span: { first: asked.first, last },
    until: instant(Math.min(endOfDay(last, zone), wholeHour)),
  };
};

/** By the clock, not by the time since midnight: a day on which clocks change has more hours before noon, or fewer. */
const startOfHour = (date: CivilDate, hour: number, zone: Zone): Instant =>
  hoursOfDay(date, zone).find((each) => each.hour >= hour)?.start ?? endOfDay(date, zone);

/** As far into its last day as the current stretch has come; a whole last day stays whole, whatever its length. */
export const alikeStretch = (
  { zone }: Pick<DaySource, 'zone'>,
  current: Stretch,
  other: DaySpan,
): Stretch => {
  if (current.until === endOfDay(current.span.last, zone)) {
    return { span: other, until: endOfDay(other.last, zone) };
  }
  const days = daysBetween(current.span.first, current.span.last);
  const counterpart = addDays(other.first, days);
  if (counterpart > other.last) return { span: other, until: endOfDay(other.last, zone) };
  const until = startOfHour(counterpart, civilHourAt(current.until, zone), zone);
  return { span: { first: other.first, last: counterpart }, until };
};
