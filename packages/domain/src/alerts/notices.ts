import { civilDateAt, clockWithin, endOfDay, startOfDay } from '../base/time/civil-day.ts';
import { DAY_MS, HOUR_MS, type Instant, instant, MINUTE_MS, type Zone } from '../base/time/zone.ts';
import type { IncidentRules } from './incidents.ts';

/** Importance of an alert, highest first: `urgent` needs action at once, `serious` costs money, `notable` is for information. */
export const SEVERITIES = ['urgent', 'serious', 'notable'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Maximum delay of the notice of an end. */
const MAX_DOUBT_MS = HOUR_MS;

/** Delay from the end of an alert to the notice of its end, ms: as long as the alert may return, at most an hour. */
export function endDelayOf({ returnsMs }: IncidentRules): number {
  return Math.min(returnsMs, MAX_DOUBT_MS);
}

/** Minutes of the local day, [from, until); across midnight if `from` is later than `until`. */
interface QuietHours {
  readonly from: number;
  readonly until: number;
  readonly zone: Zone;
}

/** Whether a severity is at least as high as the minimum that a person has chosen. */
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

/** The instant at which a notice may be sent: now, or the first minute after the quiet hours. */
export function sendableAt(now: Instant, quiet: QuietHours | null): Instant {
  if (quiet === null || !isQuiet(minuteOfDay(now, quiet.zone), quiet)) return now;
  const start = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  for (let at = start + MINUTE_MS; at <= start + DAY_MS + HOUR_MS; at += MINUTE_MS)
    if (!isQuiet(minuteOfDay(instant(at), quiet.zone), quiet)) return instant(at);
  return now;
}
