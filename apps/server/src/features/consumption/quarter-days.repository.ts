import {
  QUARTER_QUANTITIES,
  type QuarterQuantity,
  type QuarterRun,
} from '@nascente/domain/consumption/quarter-days';
import { DAY_MS, type Instant, instant } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';
import { openSince } from '../series/index.ts';
import { type GridRow, type OpenRow, toOpenQuarterDay, toQuarterDay } from './quarter-grids.ts';
import { openDayStatement } from './quarter-statements.repository.ts';

/** A stretch of an installation: the UTC days that it touches are read whole. */
export interface QuarterSpan {
  readonly installationId: number;
  readonly from: Instant;
  readonly to: Instant;
}

/** What is asked of quarter-hours: all that bills count, or only what was consumed. */
export const ASKED_QUANTITIES = {
  'all quantities': QUARTER_QUANTITIES,
  electric: ['consumed'],
  water: ['volume'],
} as const satisfies Record<string, readonly QuarterQuantity[]>;
export type QuartersOf = keyof typeof ASKED_QUANTITIES;

const SINCE_1970 = `- date '1970-01-01'`;

const closedDaysStatement = (
  names: string,
): string => `select given.place::integer - 1 as place, day ${SINCE_1970} as day, present, ${names}
from unnest($1::integer[], $2::integer[], $3::integer[]) with ordinality as given (id, first, last, place)
join meter_day on installation_id = given.id and format is not null
  and day between date '1970-01-01' + given.first and date '1970-01-01' + given.last`;

const IN_DAY = `installation_id = given.id and start >= to_timestamp(given.day::bigint * 86400)
  and start < to_timestamp((given.day::bigint + 1) * 86400) and frames > 0`;

const open = (names: readonly QuarterQuantity[]): string => `select given.place, given.day, read.*
from unnest($1::integer[], $2::integer[], $3::integer[]) as given (place, id, day)
cross join lateral (${openDayStatement(names, IN_DAY)}) read where read.length > 0`;

/** Whether anything was measured on days that are not closed. */
const HAS_OPEN = `exists (
  select from unnest($1::integer[], $2::integer[], $3::integer[]) as given (id, first, last)
  cross join lateral generate_series(given.first, given.last) as at (day)
  where not exists (select from meter_day
    where installation_id = given.id and format is not null and meter_day.day = date '1970-01-01' + at.day)
  and exists (select from quarter where installation_id = given.id
    and start >= to_timestamp(at.day::bigint * 86400) and start < to_timestamp((at.day::bigint + 1) * 86400)
    and frames > 0))`;

/** What is closed begins with the first quarter-hour that there ever was; without any, nothing is. */
const TO_BE_CLOSED = `select coalesce(sum(greatest(0, last - greatest(first, begun) + 1)), 0) as wanted from (
  select given.first, given.last, coalesce((
    select (min(start) at time zone 'UTC')::date ${SINCE_1970} from quarter where installation_id = given.id
  ), given.last + 1) as begun
  from unnest($1::integer[], $2::integer[], $3::integer[]) as given (id, first, last)
) days`;

/** A row is written once and never changed: who wrote it stands for what is in it. Where all are closed, none is open. */
const STAMP = `select coalesce(stamp, '') as stamp, days >= wanted as "areClosed",
  case when days < wanted then ${HAS_OPEN} else false end as "isOpen"
from (
  select md5(string_agg(place || '/' || closed.day || ':' || closed.xmin::text, ' ' order by place, closed.day)) as stamp,
    count(*) as days
  from unnest($1::integer[], $2::integer[], $3::integer[]) with ordinality as given (id, first, last, place)
  join meter_day closed on installation_id = given.id and format is not null
    and day between date '1970-01-01' + given.first and date '1970-01-01' + given.last
) closed, (${TO_BE_CLOSED}) wanted`;

const BEGINNINGS = `select string_agg(coalesce((
  select min(start)::text from quarter where installation_id = given.id
), ''), ' ' order by place) as beginnings
from unnest($1::integer[]) with ordinality as given (id, place)`;

type Placed<R> = R & { readonly place: number };

const dayOf = (at: number): number => Math.floor(at / DAY_MS);

/** A UTC day of the span in that place, counted from 1970. */
type DayOfSpan = readonly [place: number, installationId: number, day: number];

/** The days of spans as they were closed. */
interface ClosedQuarterDays {
  /** Of each span, in no order. */
  readonly days: readonly (readonly QuarterRun[])[];
  /** Those that are not closed. */
  readonly unclosed: readonly DayOfSpan[];
}

export interface QuarterDaysRepository {
  /** The days with data of each span: closed ones as they were closed, the rest from the quarters. */
  read(of: QuartersOf, spans: readonly QuarterSpan[]): Promise<readonly (readonly QuarterRun[])[]>;
  /** Of spans whose days are closed what is closed of them. */
  readClosed(of: QuartersOf, spans: readonly QuarterSpan[]): Promise<ClosedQuarterDays>;
  /** A text that is another one as soon as anything in the days of the spans is, and whether all that have begun are closed. */
  stamp(spans: readonly QuarterSpan[]): Promise<StampOfDays>;
  /** A text that is another one as soon as any of them has an earlier quarter-hour than the first it had. */
  beginnings(installationIds: readonly number[]): Promise<string>;
}

/** Null while any of the days is open. */
interface StampOfDays {
  readonly stamp: string | null;
  readonly areClosed: boolean;
}

const daysOf = ({ installationId, from, to }: QuarterSpan) => ({
  id: installationId,
  first: dayOf(from),
  last: from < to ? dayOf(to - 1) : dayOf(from) - 1,
});

type AskedDays = ReturnType<typeof daysOf>;

/** The UTC days that spans touch. */
const daysOfSpans = (spans: readonly QuarterSpan[]): DayOfSpan[] =>
  spans.flatMap((span, place) => {
    const { id, first, last } = daysOf(span);
    return Array.from(
      { length: Math.max(0, last - first + 1) },
      (_, day): DayOfSpan => [place, id, first + day],
    );
  });

/** The days of each span that no row answers. */
const unclosedOf = (spans: readonly QuarterSpan[], rows: readonly Placed<GridRow>[]): DayOfSpan[] => {
  const known = spans.map(() => new Set<number>());
  for (const { place, day } of rows) known[place]?.add(day);
  return daysOfSpans(spans).filter(([place, , day]) => !known[place]?.has(day));
};

/** Each span up to where days are closed, and from there on. */
export const cutAtOpen = <S extends QuarterSpan>(spans: readonly S[], now: Instant) => {
  const since = openSince(now);
  return {
    closed: spans.map((span) => ({ ...span, to: instant(Math.min(span.to, since)) })),
    open: spans.map((span) => ({ ...span, from: instant(Math.max(span.from, since)) })),
  };
};

const columnsOf = (asked: readonly AskedDays[]) => [
  asked.map(({ id }) => id),
  asked.map(({ first }) => first),
  asked.map(({ last }) => last),
];

export const createQuarterDaysRepository = (pool: Pool, clock: () => Instant): QuarterDaysRepository => {
  const readClosed: QuarterDaysRepository['readClosed'] = async (of, spans) => {
    const asked = spans.map(daysOf);
    if (asked.every(({ first, last }) => first > last)) return { days: spans.map(() => []), unclosed: [] };
    const { rows } = await pool.query<Placed<GridRow>>({
      name: `closed-quarter-days-${of}`,
      text: closedDaysStatement(ASKED_QUANTITIES[of].join(', ')),
      values: columnsOf(asked),
    });
    const days = spans.map((): QuarterRun[] => []);
    for (const row of rows) days[row.place]?.push(toQuarterDay(row));
    return { days, unclosed: unclosedOf(spans, rows) };
  };
  const readOpen = async (of: QuartersOf, wanted: readonly DayOfSpan[]) => {
    if (wanted.length === 0) return [];
    const { rows } = await pool.query<Placed<OpenRow>>({
      name: `open-quarter-days-${of}`,
      text: open(ASKED_QUANTITIES[of]),
      values: [wanted.map(([place]) => place), wanted.map(([, id]) => id), wanted.map(([, , day]) => day)],
    });
    return rows.map((row) => [row.place, toOpenQuarterDay(row)] as const);
  };

  return {
    readClosed,
    async read(of, spans) {
      const { closed, open } = cutAtOpen(spans, clock());
      const [past, recent] = await Promise.all([readClosed(of, closed), readOpen(of, daysOfSpans(open))]);
      const rest = await readOpen(of, past.unclosed);
      const days = past.days.map((its) => [...its]);
      for (const [place, day] of [...rest, ...recent]) days[place]?.push(day);
      for (const its of days) its.sort((a, b) => a.start - b.start);
      return days;
    },
    async beginnings(installationIds) {
      const { rows } = await pool.query<{ beginnings: string | null }>({
        name: 'beginnings',
        text: BEGINNINGS,
        values: [installationIds],
      });
      return rows[0]?.beginnings ?? '';
    },
    async stamp(spans) {
      const { rows } = await pool.query<{ stamp: string; areClosed: boolean; isOpen: boolean }>({
        name: 'stamp-of-quarter-days',
        text: STAMP,
        values: columnsOf(spans.map(daysOf)),
      });
      const [row] = rows;
      const stamp = row === undefined || row.isOpen ? null : row.stamp;
      return { stamp, areClosed: row?.areClosed ?? false };
    },
  };
};
