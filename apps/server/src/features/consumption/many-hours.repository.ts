import type { EnergySeries } from '@nascente/domain/consumption/series';
import { DAY_MS, type Instant, instant } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';
import { openSince, utcDay } from '../series/index.ts';
import { type ClosedHours, seriesOfHours } from './hour-columns.ts';
import { gapsOf } from './open-gaps.ts';
import { readOpenHours } from './open-hours.repository.ts';
import { readRecent } from './recent-hours.ts';
import type { RecentQuarters } from './recent-quarters.ts';
import type { SpanRequest } from './series.repository.ts';
import { readNumbers } from './series-columns.ts';

/**
 * One row a span: thousands of them would take longer to read than what is in them. Hours lie in the index, days one
 * beside the other; their quarter-hours, which are asked of the last days only, in as many pages as there are days.
 */
const CLOSED_HOURS = `select given.place, closed.*, (
  select string_agg(encode(coalesce(consumed, ''::bytea), 'base64'), ' ' order by day) from meter_day
  where installation_id = given.id and format is not null and given.highest is not null
    and day between greatest(given.first, given.highest) and given.last
) as grids
from unnest($1::integer[], $2::integer[], $3::date[], $4::date[], $5::date[]) as given (place, id, first, last, highest)
cross join lateral (
  select count(*)::integer as length, array_agg(day - date '1970-01-01')::text as days,
    encode(string_agg(coalesce(hours, decode(repeat('00', 192), 'hex')), ''::bytea), 'base64') as hours,
    case when count(present) > 0 then string_agg(coalesce(present, repeat('1', 96)), '') end as present
  from (select day, hours, present from meter_day
    where installation_id = given.id and format is not null and day between given.first and given.last order by day) in_order
) closed where closed.length > 0`;

export interface HoursRequest extends SpanRequest {
  /** Its installation measured before or after it too: days that it begins or ends within are read from the quarters. */
  readonly isClipped?: boolean;
  /** From then on the highest quarter-hour of each hour is read too. */
  readonly highestFrom?: Instant | undefined;
  /**
   * Instants of whole hours, ascending. Where given, hours that are not closed may be told together in a slot of the first
   * of them, unless one of these lies between.
   */
  readonly cuts?: readonly Instant[] | undefined;
}

const closedDaysOf = ({ from, to, isClipped }: HoursRequest) =>
  isClipped === true
    ? { first: utcDay(from + DAY_MS - 1), last: utcDay(to - DAY_MS) }
    : { first: utcDay(from), last: utcDay(to - 1) };

interface ClosedRow extends ClosedHours {
  readonly place: number;
  readonly length: number;
  /** Days since 1970, as the text of an array. */
  readonly days: string;
}

const startsOf = ({ length, days }: ClosedRow): Float64Array => {
  const starts = new Float64Array(length);
  readNumbers(days, starts, 0);
  return starts.map((day) => day * DAY_MS);
};

const NO_DAYS = new Float64Array();

export interface ManyHoursRepository {
  /** What was consumed by the hour, of many spans with two statements at once; in the order of the requests. */
  read(requests: readonly HoursRequest[]): Promise<readonly EnergySeries[]>;
}

/** A request and where its answer belongs. */
type Placed = HoursRequest & { readonly place: number };

const readClosed = async (pool: Pool, asked: readonly Placed[]): Promise<readonly ClosedRow[]> => {
  if (asked.length === 0) return [];
  const days = asked.map(closedDaysOf);
  const { rows } = await pool.query<ClosedRow>({
    name: 'closed-hours-of-many',
    text: CLOSED_HOURS,
    values: [
      asked.map(({ place }) => place),
      asked.map(({ installationId }) => installationId),
      days.map(({ first }) => first),
      days.map(({ last }) => last),
      asked.map(({ highestFrom }) => (highestFrom === undefined ? null : utcDay(highestFrom))),
    ],
  });
  return rows;
};

const isSome = ({ from, to }: SpanRequest): boolean => to > from;

export const createManyHoursRepository = (
  pool: Pool,
  recentQuarters: RecentQuarters,
  clock: () => Instant,
): ManyHoursRepository => ({
  async read(requests) {
    const since = openSince(clock());
    const asked = requests.map((request, place): Placed => ({ ...request, place }));
    const closed = asked.map((one) => ({ ...one, to: instant(Math.min(one.to, since)) })).filter(isSome);
    const open = asked.map((one) => ({ ...one, from: instant(Math.max(one.from, since)) })).filter(isSome);
    const [past, recent] = await Promise.all([readClosed(pool, closed), readRecent(recentQuarters, open)]);
    const closedOf = new Map(past.map((row) => [row.place, { row, days: startsOf(row) }]));
    const gaps = closed.flatMap((request) =>
      gapsOf(request, closedOf.get(request.place)?.days ?? []).map((gap) => ({ ...request, ...gap })),
    );
    const rest = await readOpenHours(pool, gaps);
    const quartersOf = Map.groupBy([...rest.quarters, ...recent], ({ place }) => place);
    const stretchesOf = Map.groupBy(rest.stretches, ({ place }) => place);
    return asked.map(({ place, highestFrom }) => {
      const { row = null, days = NO_DAYS } = closedOf.get(place) ?? {};
      const openHours = {
        quarters: quartersOf.get(place) ?? [],
        stretches: stretchesOf.get(place) ?? [],
      };
      return seriesOfHours(row, days, openHours, highestFrom !== undefined);
    });
  },
});
