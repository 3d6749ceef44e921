import { addDays, type CivilDate } from '@nascente/domain/base/time/civil-day';
import type { Instant } from '@nascente/domain/base/time/zone';

/** Something that lasts a civil day. */
export interface CalendarEvent {
  /** The same for the same event whenever it is asked for. */
  readonly id: string;
  readonly date: CivilDate;
  readonly title: string;
  readonly description: string;
}

/** Longest line in octets (RFC 5545, section 3.1); what follows begins with a space. */
const LINE_OCTETS = 75;

/** RFC 5545, section 3.3.11: every line break is written as text, and no other control character is. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, (mark) => `\\${mark}`)
    .replaceAll(/\r\n|\r|\n/g, '\\n')
    .replaceAll(/\p{Cc}/gu, '');

/** Cut between characters, never within one. */
const folded = (line: string): string => {
  const lines: string[] = [];
  let [current, octets] = ['', 0];
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LINE_OCTETS) {
      lines.push(current);
      [current, octets] = [' ', 1];
    }
    current += character;
    octets += size;
  }
  return [...lines, current].join('\r\n');
};

const basicDate = (date: CivilDate): string => date.replaceAll('-', '');
const basicInstant = (at: Instant): string =>
  `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

const linesOf = ({ id, date, title, description }: CalendarEvent, now: Instant): readonly string[] => [
  'BEGIN:VEVENT',
  `UID:${id}@nascente`,
  `DTSTAMP:${basicInstant(now)}`,
  `DTSTART;VALUE=DATE:${basicDate(date)}`,
  `DTEND;VALUE=DATE:${basicDate(addDays(date, 1))}`,
  `SUMMARY:${escaped(title)}`,
  `DESCRIPTION:${escaped(description)}`,
  'TRANSP:TRANSPARENT',
  'END:VEVENT',
];

/** A calendar file of days (RFC 5545). */
export const icalendar = (name: string, events: readonly CalendarEvent[], now: Instant): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Nascente//PT-BR',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
    ...events.flatMap((event) => linesOf(event, now)),
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n');
