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
} from '../../base/time/civil-day.ts';
import { HOUR_MS, type Instant, instant, type Zone } from '../../base/time/zone.ts';
import type { DayConsumption } from '../../telemetry/intervals/totals.ts';
import { dayOfHours } from '../consumption/consolidate.ts';
import type { DaySpan } from './alike.ts';

/** Days up to an instant, a whole hour of the local clock. */
export interface Stretch {
  readonly span: DaySpan;
  readonly until: Instant;
}

/** Hours that had not passed when the stretch ends are left out, and so are other days. */
export function cutDays(
  days: readonly DayConsumption[],
  { span, until }: Stretch,
  zone: Zone,
): readonly DayConsumption[] {
  const within = days.filter(({ date }) => date >= span.first && date <= span.last);
  if (until === endOfDay(span.last, zone)) return within;
  const passed = civilHourAt(until, zone);
  return within.map((day) =>
    day.date === span.last ? dayOfHours(day.date, day.hours.slice(0, passed)) : day,
  );
}

/** What of the asked days has passed, by whole hours. */
export function stretchUntilNow(asked: DaySpan, zone: Zone, now: Instant): Stretch {
  const last = earlierDay(asked.last, civilDateAt(now, zone));
  const wholeHour = now - (clockMsAt(now, zone) % HOUR_MS);
  return {
    span: { first: asked.first, last },
    until: instant(Math.min(endOfDay(last, zone), wholeHour)),
  };
}

/** As far into its last day as the current stretch has come; a whole last day stays whole, whatever its length. */
export function alikeStretch(current: Stretch, other: DaySpan, zone: Zone): Stretch {
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
