import { QUARTER_QUANTITIES } from '@nascente/domain/consumption/quarter-days';
import type { SeriesColumn } from '@nascente/domain/consumption/series';
import type { Instant } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';
import { REWRITING_LOCK } from '../ingest/index.ts';
import { utcDay } from './closed-after.ts';
import { PHASES, slotsStatement, VOLUME } from './hours-statement.ts';
import { gridsStatement } from './quarter-grids.ts';
import type { SeriesRow } from './series-columns.ts';

const EVERY_COLUMN = { ...PHASES, ...VOLUME };
const NAMES = Object.keys(EVERY_COLUMN) as SeriesColumn[];
const stored = (name: string): string => name.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`);

/** A row that was deleted, or never made, is made again. */
const UNPACKED = `select begun.id as installation_id, wanted.begins::date::text as day
from (
  select id, (select min(start) from quarter where installation_id = id) as first, removed_at from installation
) begun, generate_series(date_trunc('day', first, 'UTC') at time zone 'UTC',
  least($1::date, (removed_at at time zone 'UTC')::date), '1 day') as wanted (begins)
where not exists (
  select from packed_quarters where packed_quarters.installation_id = begun.id and packed_quarters.day = wanted.begins::date)
order by 1, 2 limit $2`;

const DAY_OF = `installation_id = given.id and start >= given.day::timestamp at time zone 'UTC'
  and start < (given.day + 1)::timestamp at time zone 'UTC' and frames > 0`;

const PACK = `insert into packed_day (installation_id, day, length, slots, peaks, ${NAMES.map(stored).join(', ')})
select given.id, given.day, hours.* from unnest($1::integer[], $2::date[]) as given (id, day)
cross join lateral (${slotsStatement(EVERY_COLUMN, 60, DAY_OF)}) hours
on conflict do nothing`;

const PACK_QUARTERS = `insert into packed_quarters (installation_id, day, frames, present, ${QUARTER_QUANTITIES.join(', ')}, hours)
select given.id, given.day, packed.* from unnest($1::integer[], $2::date[]) as given (id, day)
cross join lateral (${gridsStatement(DAY_OF)}) packed
on conflict do nothing`;

const ARE_WHOLE = `select last - first + 1 <= (
  select count(*) from packed_quarters where installation_id = given.id and day between first and last) as "isWhole"
from unnest($1::integer[], $2::date[], $3::date[]) with ordinality as given (id, first, last, place) order by place`;

export interface InstallationDay {
  readonly installation_id: number;
  /** UTC, YYYY-MM-DD. */
  readonly day: string;
}

/** [from, to) of an installation. */
interface InstallationSpan {
  readonly installationId: number;
  readonly from: Instant;
  readonly to: Instant;
}

export interface PackedDay extends SeriesRow {
  readonly day: string;
}

export interface PackedDaysRepository {
  /** The packed days among these, both included, in order. */
  read(
    installationId: number,
    first: string,
    last: string,
    columns: readonly SeriesColumn[],
  ): Promise<readonly PackedDay[]>;
  /** Of each span whether all UTC days that it touches are packed. */
  areWhole(spans: readonly InstallationSpan[]): Promise<readonly boolean[]>;
  /** Days up to `last` of any installation that are not packed. */
  unpacked(last: string, most: number): Promise<readonly InstallationDay[]>;
  /** Packs days while nothing can be added to them. */
  pack(days: readonly InstallationDay[]): Promise<void>;
}

export const createPackedDaysRepository = (pool: Pool): PackedDaysRepository => ({
  async read(installationId, first, last, columns) {
    const selected = columns.map((name) => `${stored(name)} as "${name}"`).join(', ');
    const { rows } = await pool.query<PackedDay>({
      // Of as many columns that begin with the same one there is one set; PostgreSQL cuts longer names.
      name: `packed-days-${columns.length}-${columns[0]}`,
      text: `select day, length, slots, peaks, ${selected} from packed_day
        where installation_id = $1 and day between $2 and $3 order by day`,
      values: [installationId, first, last],
    });
    return rows;
  },
  async areWhole(spans) {
    if (spans.length === 0) return [];
    const { rows } = await pool.query<{ isWhole: boolean }>({
      name: 'are-days-packed',
      text: ARE_WHOLE,
      values: [
        spans.map(({ installationId }) => installationId),
        spans.map(({ from }) => utcDay(from)),
        spans.map(({ to }) => utcDay(to - 1)),
      ],
    });
    return rows.map(({ isWhole }) => isWhole);
  },
  async unpacked(last, most) {
    return (await pool.query<InstallationDay>(UNPACKED, [last, most])).rows;
  },
  async pack(days) {
    const connection = await pool.connect();
    try {
      await connection.query('begin');
      await connection.query('select pg_advisory_xact_lock($1)', [REWRITING_LOCK]);
      const given = [days.map((one) => one.installation_id), days.map((one) => one.day)];
      await connection.query(PACK, given);
      await connection.query(PACK_QUARTERS, given);
      await connection.query('commit');
    } catch (failure) {
      await connection.query('rollback').catch(() => undefined);
      throw failure;
    } finally {
      connection.release();
    }
  },
});
