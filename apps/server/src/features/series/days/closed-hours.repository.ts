import { DAY_MS, type Instant } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';
import { inHalves } from '../../../platform/database/in-halves.ts';
import { utcDay } from '../closed-after.ts';
import type { ClosedHours } from './hour-columns.ts';
import { readNumbers } from './number-text.ts';
import { daysTouched, type InstallationSpan, isSome } from './quarter-runs.ts';

/**
 * One row a span: thousands of them would take longer to read than what is in them. Hours lie in the index, days one
 * beside the other; their quarter-hours, which are asked of the last days only, in as many pages as there are days.
 */
const CLOSED_HOURS = `select asked.place, closed.*, (
  select string_agg(encode(coalesce(consumed, ''::bytea), 'base64'), ' ' order by day) from meter_day
  where installation_id = asked.id and format is not null and asked.highest is not null
    and day between greatest(asked.first, asked.highest) and asked.last
) as grids
from unnest($1::integer[], $2::integer[], $3::date[], $4::date[], $5::date[]) as asked (place, id, first, last, highest)
cross join lateral (
  select count(*)::integer as length, array_agg(day - date '1970-01-01')::text as days,
    encode(string_agg(coalesce(hours, decode(repeat('00', 192), 'hex')), ''::bytea), 'base64') as hours,
    case when count(present) > 0 then string_agg(coalesce(present, repeat('1', 96)), '') end as present
  from (select day, hours, present from meter_day
    where installation_id = asked.id and format is not null and day between asked.first and asked.last order by day) in_order
) closed where closed.length > 0`;

export interface HoursOfDays extends InstallationSpan {
  /** From then on the highest quarter-hour of each hour is read too. */
  readonly highestFrom?: Instant | undefined;
}

/** The closed days of a span by the hour. */
interface ClosedHoursOfSpan extends ClosedHours {
  /** Epoch ms of each day, ascending. */
  readonly midnights: Float64Array;
}

interface ClosedRow extends ClosedHours {
  readonly place: number;
  readonly length: number;
  /** Days since 1970, as the text of an array. */
  readonly days: string;
}

const midnightsOf = ({ length, days }: ClosedRow): Float64Array => {
  const midnights = new Float64Array(length);
  readNumbers(days, midnights, 0);
  return midnights.map((day) => day * DAY_MS);
};

interface ClosedHoursRepository {
  /** Of each span the closed days that it touches, whole, by the hour; null where none is closed. */
  read(spans: readonly HoursOfDays[]): Promise<readonly (ClosedHoursOfSpan | null)[]>;
}

export const createClosedHoursRepository = (pool: Pool): ClosedHoursRepository => ({
  async read(spans) {
    const asked = spans.map((span, place) => ({ ...span, place })).filter(isSome);
    const halves = await inHalves(asked, async (some) => {
      const days = some.map(daysTouched);
      const { rows } = await pool.query<ClosedRow>({
        name: 'closed-hours',
        text: CLOSED_HOURS,
        values: [
          some.map(({ place }) => place),
          some.map(({ installationId }) => installationId),
          days.map(([first]) => first),
          days.map(([, last]) => last),
          some.map(({ highestFrom }) => (highestFrom === undefined ? null : utcDay(highestFrom))),
        ],
      });
      return rows;
    });
    const rowOf = new Map(halves.flat().map((row) => [row.place, row]));
    return spans.map((_, place) => {
      const row = rowOf.get(place);
      return row === undefined ? null : { ...row, midnights: midnightsOf(row) };
    });
  },
});
