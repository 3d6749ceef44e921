import { QUARTERS_OF_DAY } from '@nascente/domain/consumption/quarter-days';
import { type EnergySeries, seriesWith } from '@nascente/domain/consumption/series';
import { DAY_MS, HOUR_MS, type Instant, instant } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';
import { openSince, utcDay } from './day-packer.ts';
import { CONSUMED } from './hours-statement.ts';
import { gapsOf } from './packed-gaps.ts';
import { type QuarterRow, quartersOfRows, quartersStatement } from './quarter-columns.ts';
import { readNumbers8 } from './quarter-grids.ts';
import type { SpanRequest } from './series.repository.ts';
import { readNumbers } from './series-columns.ts';

const HOURS_OF_DAY = 24;
const QUARTERS_OF_HOUR = QUARTERS_OF_DAY / HOURS_OF_DAY;

/** One row a span: thousands of them would take longer to read than what is in them. */
const PACKED = `select given.place, packed.*
from unnest($1::integer[], $2::integer[], $3::date[], $4::date[]) as given (place, id, first, last)
cross join lateral (
  select count(*)::integer as length, array_agg(day - date '1970-01-01')::text as days,
    string_agg(coalesce(hours, decode(repeat('00', 192), 'hex')), ''::bytea) as hours,
    case when count(present) > 0 then string_agg(coalesce(present, repeat('1', 96)), '') end as present
  from (select day, hours, present from packed_quarters
    where installation_id = given.id and day between given.first and given.last order by day) in_order
) packed where packed.length > 0`;

const QUARTERS = quartersStatement(
  `${CONSUMED} + volume_ml`,
  'installation_id = given.id and start >= given.since and start < given.until',
);

const OPEN = `select given.place, quarters.*
from unnest($1::integer[], $2::integer[], $3::timestamptz[], $4::timestamptz[]) as given (place, id, since, until)
cross join lateral (${QUARTERS}) quarters where quarters.length > 0`;

export interface HoursRequest extends SpanRequest {
  /** Its installation measured before or after it too: days that it begins or ends within are read from the quarters. */
  readonly isClipped?: boolean;
}

const packedDaysOf = ({ from, to, isClipped }: HoursRequest) =>
  isClipped === true
    ? { first: utcDay(from + DAY_MS - 1), last: utcDay(to - DAY_MS) }
    : { first: utcDay(from), last: utcDay(to - 1) };

interface PackedRow {
  readonly place: number;
  readonly length: number;
  /** Days since 1970, as the text of an array. */
  readonly days: string;
  readonly hours: Buffer;
  /** Of each quarter-hour of the days; null: all have data. */
  readonly present: string | null;
}

type OpenRow = QuarterRow & { readonly place: number };

/** Hours with data: what was measured in each, whatever the meter measures, and how many quarter-hours of it. */
interface Hours {
  readonly start: Float64Array;
  readonly total: Float64Array;
  readonly quarters: Float64Array;
}

const cutTo = (length: number, { start, total, quarters }: Hours): Hours => ({
  start: start.subarray(0, length),
  total: total.subarray(0, length),
  quarters: quarters.subarray(0, length),
});

const startsOf = ({ length, days }: PackedRow): Float64Array => {
  const starts = new Float64Array(length);
  readNumbers(days, starts, 0);
  return starts.map((day) => day * DAY_MS);
};

const hoursOf = ({ hours, present }: PackedRow, days: Float64Array): Hours => {
  const read = readNumbers8(hours);
  const [start, total, quarters] = [read, read, read].map(({ length }) => new Float64Array(length)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  let length = 0;
  for (const [index, midnight] of days.entries()) {
    for (let hour = 0; hour < HOURS_OF_DAY; hour++) {
      const place = index * HOURS_OF_DAY + hour;
      const measured = present === null ? QUARTERS_OF_HOUR : presentIn(present, place);
      if (measured === 0) continue;
      start[length] = midnight + hour * HOUR_MS;
      total[length] = read[place] ?? 0;
      quarters[length] = measured;
      length++;
    }
  }
  return cutTo(length, { start, total, quarters });
};

const presentIn = (present: string, hour: number): number => {
  let measured = 0;
  for (let quarter = hour * QUARTERS_OF_HOUR; quarter < (hour + 1) * QUARTERS_OF_HOUR; quarter++) {
    if (present[quarter] === '1') measured++;
  }
  return measured;
};

const openHoursOf = (rows: readonly OpenRow[]): Hours => {
  const [quarters, consumed] = quartersOfRows(rows);
  const [start, total, measured] = [quarters, quarters, quarters].map(
    (of) => new Float64Array(of.length),
  ) as [Float64Array, Float64Array, Float64Array];
  let length = 0;
  let last = -1;
  for (const [index, quarter] of quarters.entries()) {
    const hour = Math.floor(quarter / QUARTERS_OF_HOUR);
    if (hour !== last) start[length++] = hour * HOUR_MS;
    last = hour;
    total[length - 1] = (total[length - 1] ?? 0) + (consumed[index] ?? 0);
    measured[length - 1] = (measured[length - 1] ?? 0) + 1;
  }
  return cutTo(length, { start, total, quarters: measured });
};

const concat = (one: Float64Array, other: Float64Array): Float64Array => {
  const both = new Float64Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
};

/** Open days mostly follow the packed ones; a day that was unpacked stands between them. */
const inOrder = (packed: Hours, open: Hours): Hours => {
  const start = concat(packed.start, open.start);
  const both = {
    start,
    total: concat(packed.total, open.total),
    quarters: concat(packed.quarters, open.quarters),
  };
  if (start.every((at, slot) => slot === 0 || at > (start[slot - 1] ?? 0))) return both;
  const order = Uint32Array.from(start.keys()).sort((a, b) => (start[a] ?? 0) - (start[b] ?? 0));
  const sorted = (column: Float64Array) => Float64Array.from(order, (slot) => column[slot] ?? 0);
  return { start: sorted(start), total: sorted(both.total), quarters: sorted(both.quarters) };
};

const NONE: Hours = { start: new Float64Array(), total: new Float64Array(), quarters: new Float64Array() };

/** A meter measures energy or water, never both: what it measured stands in the columns of both. */
const seriesOfHours = ({ start, total, quarters }: Hours): EnergySeries =>
  seriesWith({ stepMinutes: 60, start, quarters, consumedA: total, volume: total });

export interface ManyHoursRepository {
  /** What was consumed by the hour, of many spans with two statements at once; in the order of the requests. */
  read(requests: readonly HoursRequest[]): Promise<readonly EnergySeries[]>;
}

/** A request and where its answer belongs. */
type Placed = HoursRequest & { readonly place: number };

const readPacked = async (pool: Pool, asked: readonly Placed[]): Promise<readonly PackedRow[]> => {
  if (asked.length === 0) return [];
  const days = asked.map(packedDaysOf);
  const { rows } = await pool.query<PackedRow>({
    name: 'packed-hours-of-many',
    text: PACKED,
    values: [
      asked.map(({ place }) => place),
      asked.map(({ installationId }) => installationId),
      days.map(({ first }) => first),
      days.map(({ last }) => last),
    ],
  });
  return rows;
};

const readOpen = async (pool: Pool, gaps: readonly Placed[]): Promise<readonly OpenRow[]> => {
  if (gaps.length === 0) return [];
  const { rows } = await pool.query<OpenRow>({
    name: 'open-hours-of-many',
    text: OPEN,
    values: [
      gaps.map(({ place }) => place),
      gaps.map(({ installationId }) => installationId),
      gaps.map(({ from }) => new Date(from).toISOString()),
      gaps.map(({ to }) => new Date(to).toISOString()),
    ],
  });
  return rows;
};

const isSome = ({ from, to }: SpanRequest): boolean => to > from;

export const createManyHoursRepository = (pool: Pool, clock: () => Instant): ManyHoursRepository => ({
  async read(requests) {
    const since = openSince(clock());
    const asked = requests.map((request, place): Placed => ({ ...request, place }));
    const closed = asked.map((one) => ({ ...one, to: instant(Math.min(one.to, since)) })).filter(isSome);
    const open = asked.map((one) => ({ ...one, from: instant(Math.max(one.from, since)) })).filter(isSome);
    const [packed, recent] = await Promise.all([readPacked(pool, closed), readOpen(pool, open)]);
    const packedOf = new Map(packed.map((row) => [row.place, { row, days: startsOf(row) }]));
    const gaps = closed.flatMap((request) =>
      gapsOf(request, packedOf.get(request.place)?.days ?? []).map((gap) => ({ ...request, ...gap })),
    );
    const openOf = Map.groupBy([...(await readOpen(pool, gaps)), ...recent], ({ place }) => place);
    return asked.map(({ place }) => {
      const found = packedOf.get(place);
      const hours = found === undefined ? NONE : hoursOf(found.row, found.days);
      return seriesOfHours(inOrder(hours, openHoursOf(openOf.get(place) ?? [])));
    });
  },
});
