import {
  QUARTER_QUANTITIES,
  type QuarterDay,
  type QuarterQuantity,
} from '@nascente/domain/consumption/quarter-days';
import { DAY_MS, type Instant } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';
import { openSince } from './day-packer.ts';
import {
  type GridRow,
  type OpenRow,
  openDayStatement,
  toOpenQuarterDay,
  toQuarterDay,
} from './quarter-grids.ts';

/** A stretch of an installation: the UTC days that it touches are read whole. */
export interface QuarterSpan {
  readonly installationId: number;
  readonly from: Instant;
  readonly to: Instant;
}

/** What is asked of quarter-hours: all that bills count, or only what was consumed. */
const ASKED = {
  'all quantities': QUARTER_QUANTITIES,
  electric: ['consumed'],
  water: ['volume'],
} as const satisfies Record<string, readonly QuarterQuantity[]>;
export type QuartersOf = keyof typeof ASKED;

const SINCE_1970 = `- date '1970-01-01'`;

const packed = (
  names: string,
): string => `select given.place::integer - 1 as place, day ${SINCE_1970} as day, present, ${names}
from unnest($1::integer[], $2::integer[], $3::integer[]) with ordinality as given (id, first, last, place)
join packed_quarters on installation_id = given.id
  and day between date '1970-01-01' + given.first and date '1970-01-01' + given.last`;

const IN_DAY = `installation_id = given.id and start >= to_timestamp(given.day::bigint * 86400)
  and start < to_timestamp((given.day::bigint + 1) * 86400) and frames > 0`;

const open = (names: readonly QuarterQuantity[]): string => `select given.place, given.day, read.*
from unnest($1::integer[], $2::integer[], $3::integer[]) as given (place, id, day)
cross join lateral (${openDayStatement(names, IN_DAY)}) read where read.length > 0`;

/** Whether anything was measured on days that are not packed. */
const HAS_OPEN = `exists (
  select from unnest($1::integer[], $2::integer[], $3::integer[]) as given (id, first, last)
  cross join lateral generate_series(given.first, given.last) as at (day)
  where not exists (select from packed_quarters
    where installation_id = given.id and packed_quarters.day = date '1970-01-01' + at.day)
  and exists (select from quarter where installation_id = given.id
    and start >= to_timestamp(at.day::bigint * 86400) and start < to_timestamp((at.day::bigint + 1) * 86400)
    and frames > 0))`;

/** A row is written once and never changed: who wrote it stands for what is in it. Where all are packed, none is open. */
const STAMP = `select coalesce(stamp, '') as stamp, case when days < $4 then ${HAS_OPEN} else false end as "isOpen"
from (
  select md5(string_agg(place || '/' || packed.day || ':' || packed.xmin::text, ' ' order by place, packed.day)) as stamp,
    count(*) as days
  from unnest($1::integer[], $2::integer[], $3::integer[]) with ordinality as given (id, first, last, place)
  join packed_quarters packed on installation_id = given.id
    and day between date '1970-01-01' + given.first and date '1970-01-01' + given.last
) packed`;

type Placed<R> = R & { readonly place: number };

const dayOf = (at: number): number => Math.floor(at / DAY_MS);

export interface QuarterDaysRepository {
  /** The days with data of each span: closed ones as they were packed, the rest from the quarters. */
  read(of: QuartersOf, spans: readonly QuarterSpan[]): Promise<readonly (readonly QuarterDay[])[]>;
  /** A text that is another one as soon as anything in the days of the spans is; null while any of them is open. */
  stamp(spans: readonly QuarterSpan[]): Promise<string | null>;
}

const daysOf = ({ installationId, from, to }: QuarterSpan) => ({
  id: installationId,
  first: dayOf(from),
  last: from < to ? dayOf(to - 1) : dayOf(from) - 1,
});

type AskedDays = ReturnType<typeof daysOf>;
type WantedDay = readonly [place: number, id: number, day: number];

/** The days of each span that no row answers. */
const unpackedOf = (asked: readonly AskedDays[], rows: readonly Placed<GridRow>[]): WantedDay[] => {
  const known = asked.map(() => new Set<number>());
  for (const { place, day } of rows) known[place]?.add(day);
  const wanted: WantedDay[] = [];
  for (const [place, { id, first, last }] of asked.entries()) {
    for (let day = first; day <= last; day++) if (!known[place]?.has(day)) wanted.push([place, id, day]);
  }
  return wanted;
};

export const createQuarterDaysRepository = (pool: Pool, clock: () => Instant): QuarterDaysRepository => {
  const readPacked = async (of: QuartersOf, asked: readonly AskedDays[]) => {
    if (asked.every(({ first, last }) => first > last)) return [];
    const { rows } = await pool.query<Placed<GridRow>>({
      name: `packed-quarter-days-${of}`,
      text: packed(ASKED[of].join(', ')),
      values: [asked.map(({ id }) => id), asked.map(({ first }) => first), asked.map(({ last }) => last)],
    });
    return rows;
  };
  const readOpen = async (of: QuartersOf, wanted: readonly WantedDay[]) => {
    if (wanted.length === 0) return [];
    const { rows } = await pool.query<Placed<OpenRow>>({
      name: `open-quarter-days-${of}`,
      text: open(ASKED[of]),
      values: [wanted.map(([place]) => place), wanted.map(([, id]) => id), wanted.map(([, , day]) => day)],
    });
    return rows;
  };

  return {
    async read(of, spans) {
      const asked = spans.map(daysOf);
      const firstOpen = dayOf(openSince(clock()));
      const closed = asked.map((one) => ({ ...one, last: Math.min(one.last, firstOpen - 1) }));
      const open = asked.map((one) => ({ ...one, first: Math.max(one.first, firstOpen) }));
      const [packed, recent] = await Promise.all([
        readPacked(of, closed),
        readOpen(of, unpackedOf(open, [])),
      ]);
      const rest = await readOpen(of, unpackedOf(closed, packed));
      const days = asked.map((): QuarterDay[] => []);
      for (const row of packed) days[row.place]?.push(toQuarterDay(row));
      for (const row of [...rest, ...recent]) days[row.place]?.push(toOpenQuarterDay(row));
      for (const its of days) its.sort((a, b) => a.start - b.start);
      return days;
    },
    async stamp(spans) {
      const asked = spans.map(daysOf);
      const days = asked.reduce((sum, { first, last }) => sum + Math.max(0, last - first + 1), 0);
      const { rows } = await pool.query<{ stamp: string; isOpen: boolean }>({
        name: 'stamp-of-quarter-days',
        text: STAMP,
        values: [
          asked.map(({ id }) => id),
          asked.map(({ first }) => first),
          asked.map(({ last }) => last),
          days,
        ],
      });
      const [row] = rows;
      return row === undefined || row.isOpen ? null : row.stamp;
    },
  };
};
