import { QUARTER_MS } from '@nascente/domain/base/time/quarter';
import type { TimeSpan } from '@nascente/domain/base/time/span';
import { DAY_MS, instant } from '@nascente/domain/base/time/zone';
import {
  QUARTER_QUANTITIES,
  QUARTERS_OF_DAY,
  type QuarterQuantity,
} from '@nascente/domain/telemetry/intervals/quarter-days';
import type { ClientBase, Pool } from 'pg';
import { inTransaction } from '../../../platform/database/connections/client-connection.ts';
import { sentArray, sentNumbers } from '../../../platform/database/sent-array.ts';
import { decodeBlocks, type FrameBlocks } from '../encoding/frame-blocks.ts';
import type { PhaseGrids } from '../encoding/quarters.ts';
import { columnsOf } from '../interval-queries.repository.ts';
import type { EncodedDay, OpenDay } from './encode-day.ts';
import { CLOSING_LOCK } from './reopening.repository.ts';
import { columnsOfSent, FRAMES_SENT, type SentFrames } from './sent-frames.ts';

const EXCLUSIONS = `select date_part('epoch', begins) * 1000 as from, date_part('epoch', ends) * 1000 as to
from reading_exclusion
where installation_id = $1 and undone_at is null and begins < $3 and ends > $2 order by begins`;

/** The exclusions that overlap an interval, ascending by start. They may overlap each other and reach beyond the interval. */
export const readExclusions = async (
  connection: Pick<ClientBase, 'query'>,
  installationId: number,
  { from, to }: TimeSpan,
): Promise<readonly TimeSpan[]> => {
  const { rows } = await connection.query<{ from: number; to: number }>({
    name: 'exclusions-within',
    text: EXCLUSIONS,
    values: [installationId, new Date(from).toISOString(), new Date(to).toISOString()],
  });
  return rows.map((row): TimeSpan => ({ from: instant(row.from), to: instant(row.to) }));
};

/** The current version of the encodings. */
const FORMAT = 1;

/** A subquery for each day by its key; a join would read years of days. */
const formatOn = (installation: string, day: string): string =>
  `(select format from meter_day where meter_day.installation_id = ${installation} and meter_day.day = ${day})`;

/** Days without a row, or with a row that is not filled. */
const UNCLOSED = `select wanted.id as "installationId", wanted.day::text as day
from (select distinct installation_id as id, (start at time zone 'UTC')::date as day from quarter
  where start < ($1::date + 1)::timestamp at time zone 'UTC') wanted
join installation on installation.id = wanted.id
where ${formatOn('wanted.id', 'wanted.day')} is null
order by 2 desc, 1 limit $2`;

/** Deletes reopened quarter-hours of days that are closed again, because they are in no daily partition to be dropped. */
const SWEEP = `delete from quarter_reopened where start < $1::date::timestamp at time zone 'UTC'
  and ${formatOn('quarter_reopened.installation_id', "(start at time zone 'UTC')::date")} is not null`;

const BEGIN = `insert into meter_day (installation_id, day)
  select * from unnest($1::integer[], $2::date[]) on conflict do nothing`;

const STARTED_DAYS = `select installation_id as "installationId", day, meter_day.xmin::text as version from meter_day
  join unnest($1::integer[], $2::date[]) as asked (id, of_day) on installation_id = id and day = of_day
  where format is null`;

const EVERY_COLUMN = QUARTER_QUANTITIES.flatMap(columnsOf);

const QUARTERS = `select ${sentArray("date_part('epoch', start) * 1000")} as starts,
  ${sentArray('case when import_id is null then frames else 0 end')} as counts,
  case when count(import_id) > 0 then ${sentArray('coalesce(import_id, 0)')} end as imports,
  ${EVERY_COLUMN.map((column) => `case when max(${column}) > 0 then ${sentArray(column)} end as ${column}`).join(',\n  ')}
from quarter where installation_id = $1 and start >= $2 and start < $3 and frames > 0`;

const READINGS = `select ${FRAMES_SENT}
from (select * from reading where installation_id = $1 and at >= $2 and at < $3 order by at) frame`;

/** Stored frames of a day of which only the totals were reopened; these frames stay unchanged. */
const STORED = `select frame_blocks as bytes, block_ends as ends from meter_day
where installation_id = $1 and day = $2 and frame_blocks is not null`;

/** If the frames of a day have expired, its quality and number of frames stay, because they cannot be computed again. */
const FILL = `update meter_day set format = ${FORMAT}, counts = $5, imports = $6, present = $7, consumed = $8, injected = $9,
  inductive = $10, capacitive = $11, volume = $12, totals = $13, frames = case when is_forgotten then frames else $4 end,
  quality = case when is_forgotten then quality else $14 end,
  frame_blocks = case when is_forgotten then null else $15::bytea end,
  block_ends = case when is_forgotten then null else $16::integer[] end
from (select frames > 0 and frame_blocks is null as is_forgotten from meter_day where installation_id = $1 and day = $2) kept
where installation_id = $1 and day = $2 and xmin::text = $3`;

/** Deletes the frames of at most 100 days of each meter; the next run continues. */
const FORGET = `update meter_day set frame_blocks = null, block_ends = null where ctid = any(array(
  select expired.ctid from installation cross join lateral (
    select ctid from meter_day where installation_id = installation.id and frame_blocks is not null and day < $1::date
    order by day limit 100) expired))`;

export interface InstallationDay {
  readonly installationId: number;
  /** UTC, YYYY-MM-DD. */
  readonly day: string;
}

/** A day that is being closed. While its row has this version, the day has not changed. */
interface StartedDay extends InstallationDay {
  readonly version: string;
}

export type ClosingRepository = ReturnType<typeof createClosingRepository>;

type QuartersRow = Readonly<Record<string, string | null>> & { readonly starts: string | null };

const gridOf = (sent: string | null, indexes: Float64Array): Float64Array | null => {
  if (sent === null) return null;
  const grid = new Float64Array(QUARTERS_OF_DAY);
  for (const [index, number] of sentNumbers(sent).entries()) grid[indexes[index] as number] = number;
  return grid;
};

const SNAPSHOT = 'begin isolation level repeatable read read only';

export const createClosingRepository = (pool: Pool) => ({
  /** Days up to `last` of any installation that are not closed, the newest first. */
  async unclosed(last: string, maximum: number): Promise<readonly InstallationDay[]> {
    return (await pool.query<InstallationDay>(UNCLOSED, [last, maximum])).rows;
  },
  /** Creates missing rows of days under a lock against writers: later writers of a day remove its row or change its version. */
  async begin(days: readonly InstallationDay[]): Promise<readonly StartedDay[]> {
    const parameters = [days.map(({ installationId }) => installationId), days.map(({ day }) => day)];
    await inTransaction(await pool.connect(), async (connection) => {
      await connection.query('select pg_advisory_xact_lock($1)', [CLOSING_LOCK]);
      await connection.query(BEGIN, parameters);
    });
    return (await pool.query<StartedDay>(STARTED_DAYS, parameters)).rows;
  },
  async read({ installationId, day }: InstallationDay): Promise<OpenDay> {
    const midnight = Date.parse(day);
    const values = [
      installationId,
      new Date(midnight).toISOString(),
      new Date(midnight + DAY_MS).toISOString(),
    ];
    const [quarters, stored, readings, excluded] = await inTransaction(
      await pool.connect(),
      async (connection) => {
        const totals = await connection.query<QuartersRow>({
          name: 'quarters-to-close',
          text: QUARTERS,
          values,
        });
        const blocks = await connection.query<FrameBlocks>(STORED, [installationId, day]);
        const frames =
          blocks.rowCount === 0
            ? await connection.query<SentFrames>({ name: 'readings-to-close', text: READINGS, values })
            : null;
        const span = { from: instant(midnight), to: instant(midnight + DAY_MS) };
        const timeIntervals = await readExclusions(connection, installationId, span);
        return [totals.rows[0], blocks.rows[0] ?? null, frames?.rows[0], timeIntervals] as const;
      },
      SNAPSHOT,
    );
    const starts = sentNumbers(quarters?.starts ?? null);
    const indexes = starts.map((start) => (start - midnight) / QUARTER_MS);
    const gridsOf = (quantity: QuarterQuantity): PhaseGrids =>
      columnsOf(quantity).map((column) => gridOf(quarters?.[column] ?? null, indexes));
    return {
      midnight,
      frames: stored === null ? columnsOfSent(readings) : decodeBlocks(stored.bytes, 'all'),
      storedFrames: stored,
      excluded,
      indexes,
      counts: gridOf(quarters?.counts ?? null, indexes) ?? new Float64Array(QUARTERS_OF_DAY),
      imports: gridOf(quarters?.imports ?? null, indexes),
      quantities: Object.fromEntries(
        QUARTER_QUANTITIES.map((name) => [name, gridsOf(name)]),
      ) as OpenDay['quantities'],
    };
  },
  /** @returns `false` if the day changed meanwhile; it then stays open */
  async fill({ installationId, day, version }: StartedDay, encoded: EncodedDay): Promise<boolean> {
    const { quantities } = encoded;
    const { rowCount } = await pool.query({
      name: 'fill-meter-day',
      text: FILL,
      values: [
        installationId,
        day,
        version,
        encoded.frames,
        encoded.counts,
        encoded.imports,
        encoded.present,
        ...QUARTER_QUANTITIES.map((name) => quantities[name]),
        encoded.totals,
        encoded.quality,
        encoded.blocks.bytes,
        encoded.blocks.ends,
      ],
    });
    return rowCount === 1;
  },
  /** Deletes the reopened quarter-hours of closed days before this UTC day (YYYY-MM-DD). */
  async sweepReopened(before: string): Promise<void> {
    await inTransaction(await pool.connect(), async (connection) => {
      await connection.query('select pg_advisory_xact_lock($1)', [CLOSING_LOCK]);
      await connection.query(SWEEP, [before]);
    });
  },
  /** Deletes frames of days before this UTC day (YYYY-MM-DD), at most 100 days of each meter at a time. Totals stay. */
  async forgetFrames(before: string): Promise<void> {
    await pool.query(FORGET, [before]);
  },
});
