import { addDays, type CivilDate, civilDateAt } from '@nascente/domain/base/time/civil-day';
import { type Due, nextDueDate } from '@nascente/domain/base/time/due-date';
import { CIVIL_MONTHS, readingCycleAt } from '@nascente/domain/base/time/reading-cycles';
import { DEFAULT_ZONE, type Instant } from '@nascente/domain/base/time/zone';
import { requirePermission } from '../../platform/http/permission.ts';
import type { GroupsService } from '../../sites/groups/index.ts';
import type { Meter, MeterDirectory } from '../../sites/meters/index.ts';
import type { VerifiedIntegration } from './integration-keys.repository.ts';

/** An event of one whole day. */
interface CalendarEvent {
  /** The same in every version of the calendar. */
  readonly id: string;
  readonly date: CivilDate;
  readonly title: string;
  readonly description: string;
}

/** Longest line in octets (RFC 5545, section 3.1); continuation lines begin with a space. */
const LINE_OCTETS = 75;

/** RFC 5545, section 3.3.11: every line break is written as text, and no other control character is. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, (mark) => `\\${mark}`)
    .replaceAll(/\r\n|\r|\n/g, '\\n')
    .replaceAll(/\p{Cc}/gu, '');

/** Folds a line between characters, because a character of several octets must not be split. */
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
const icalendar = (name: string, events: readonly CalendarEvent[], now: Instant): string =>
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

export type CalendarService = ReturnType<typeof createCalendarService>;

const DAYS_BACK = 31;
const DAYS_AHEAD = 366;
const UTILITY = { eletric: 'energia', water: 'água' } as const;

interface Days {
  readonly first: CivilDate;
  readonly last: CivilDate;
}

/** The reading dates are the first days of the cycles. Without a reading day and entered reading dates they are unknown. */
const readingDays = (meter: Meter, { first, last }: Days): CalendarEvent[] => {
  const { calendar, establishmentId, establishmentName, type } = meter;
  if (calendar.readDay === CIVIL_MONTHS.readDay && calendar.readings.length === 0) return [];
  const events: CalendarEvent[] = [];
  for (let day = addDays(readingCycleAt(first, calendar).last, 1); day <= last; ) {
    const isLoaded = calendar.readings.includes(day);
    events.push({
      id: `leitura-${establishmentId}-${type}-${day}`,
      date: day,
      title: `Leitura de ${UTILITY[type]}: ${establishmentName}`,
      description: isLoaded
        ? 'Data de leitura informada. Começa um novo ciclo da fatura.'
        : 'Data prevista pelo dia de leitura do estabelecimento. Começa um novo ciclo da fatura.',
    });
    day = addDays(readingCycleAt(day, calendar).last, 1);
  }
  return events;
};

const dueDays = (
  { id, name, due }: { readonly id: string; readonly name: string; readonly due: Due | null },
  { first, last }: Days,
): CalendarEvent[] => {
  if (due === null) return [];
  const dates: CivilDate[] = [];
  for (
    let day = nextDueDate(due, first);
    day >= first && day <= last;
    day = nextDueDate(due, addDays(day, 1))
  ) {
    dates.push(day);
    if (typeof due === 'string') break;
  }
  return dates.map((date) => ({
    id: `vencimento-${id}-${date}`,
    date,
    title: `Vencimento: ${name}`,
    description: 'Vencimento da fatura deste grupo.',
  }));
};

export const createCalendarService = (needs: {
  directory: Pick<MeterDirectory, 'visibleMeters'>;
  groups: Pick<GroupsService, 'dueTimes'>;
  clock: () => Instant;
}) => {
  const { directory, groups, clock } = needs;
  return {
    /** Reading dates and due dates that the key's owner may see, as a calendar file. */
    async read({ caller, boards, name }: VerifiedIntegration): Promise<string> {
      requirePermission(caller, 'see-bills');
      const now = clock();
      const seen = await directory.visibleMeters(caller);
      const meters = boards === null ? seen : seen.filter(({ mac }) => boards.includes(mac));
      const today = civilDateAt(now, meters[0]?.zone ?? DEFAULT_ZONE);
      const days = { first: addDays(today, -DAYS_BACK), last: addDays(today, DAYS_AHEAD) };
      const events = [
        ...meters.flatMap((meter) => readingDays(meter, days)),
        ...(await groups.dueTimes(caller, boards)).flatMap((group) => dueDays(group, days)),
      ];
      // The meters of an establishment have equal reading days, which become one event.
      const cached = [...new Map(events.map((event) => [event.id, event])).values()];
      const inOrder = cached.sort((a, b) => a.date.localeCompare(b.date) || a.id.localeCompare(b.id));
      return icalendar(name, inOrder, now);
    },
  };
};
