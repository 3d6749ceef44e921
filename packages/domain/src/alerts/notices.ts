import { civilDateAt, clockWithin, endOfDay, startOfDay } from '../base/time/civil-day.ts';
import { DAY_MS, HOUR_MS, type Instant, instant, MINUTE_MS, type Zone } from '../base/time/zone.ts';
import type { IncidentRules } from './incidents.ts';

/** How much an alert matters: `urgent` can be averted only now, `serious` costs money, `notable` is good to know. */
export const SEVERITIES = ['urgent', 'serious', 'notable'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** A return within this time is no end for people. */
const MAX_DOUBT_MS = HOUR_MS;

/** How long an end has to last before its notice, ms: as long as the alert may return, up to an hour. */
export function endDelayOf({ returnsMs }: IncidentRules): number {
  return Math.min(returnsMs, MAX_DOUBT_MS);
}

/** Minutes of a day, from the first included to the last not; across midnight where the first is the later one. */
interface QuietHours {
  readonly from: number;
  readonly until: number;
  readonly zone: Zone;
}

/** Whether an alert reaches the lowest severity that a person wants. */
export function reachesSeverity(severity: Severity, minimum: Severity): boolean {
  return SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(minimum);
}

function minuteOfDay(at: Instant, zone: Zone): number {
  const day = civilDateAt(at, zone);
  return Math.floor(clockWithin(startOfDay(day, zone), endOfDay(day, zone), zone)(at) / MINUTE_MS);
}

function isQuiet(minute: number, { from, until }: QuietHours): boolean {
  return from <= until ? minute >= from && minute < until : minute >= from || minute < until;
}

/** The instant of a notice: now, or the first existing minute after the quiet hours. */
export function sendableAt(now: Instant, quiet: QuietHours | null): Instant {
  if (quiet === null || !isQuiet(minuteOfDay(now, quiet.zone), quiet)) return now;
  const start = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  for (let at = start + MINUTE_MS; at <= start + DAY_MS + HOUR_MS; at += MINUTE_MS)
    if (!isQuiet(minuteOfDay(instant(at), quiet.zone), quiet)) return instant(at);
  return now;
}
