import {
  QUARTER_QUANTITIES,
  QUARTERS_OF_DAY,
  type QuarterQuantity,
} from '@nascente/domain/consumption/quarter-days';
import { QUARTER_MS } from '@nascente/domain/time/quarter';
import { DAY_MS, instant } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { decodeBlocks, type FrameBlocks } from '../encoding/frame-blocks.ts';
import type { PhaseGrids } from '../encoding/quarters.ts';
import type { EncodedDay, OpenDay } from './encode-day.ts';
import { readExclusions } from './exclusions.repository.ts';
import { CLOSING_LOCK } from './reopening.repository.ts';
import { sentArray, sentNumbers } from './sent-array.repository.ts';
import { columnsOfSent, FRAMES_SENT, type SentFrames } from './sent-frames.ts';

/** The encodings that are written now. */
const FORMAT = 1;

/** A row that was deleted, or never made, is made again; one that was made and not filled is filled. */
const UNCLOSED = `select begun.id as "installationId", wanted.begins::date::text as day
from (
  select id, (select min(start) from quarter where installation_id = id) as first, removed_at from installation
) begun, generate_series(date_trunc('day', first, 'UTC') at time zone 'UTC',
  least($1::date, (removed_at at time zone 'UTC')::date), '1 day') as wanted (begins)
where not exists (select from meter_day
  where meter_day.installation_id = begun.id and meter_day.day = wanted.begins::date and format is not null)
order by 2 desc, 1 limit $2`;

const BEGIN = `insert into meter_day (installation_id, day)
  select * from unnest($1::integer[], $2::date[]) on conflict do nothing`;

const BEGUN = `select installation_id as "installationId", day, meter_day.xmin::text as version from meter_day
  join unnest($1::integer[], $2::date[]) as given (id, of_day) on installation_id = id and day = of_day
  where format is null`;

const PHASE_LETTERS = ['a', 'b', 'c'] as const;
/** Columns of `quarter` by phase; water has one. */
const COLUMNS_OF: Readonly<Record<QuarterQuantity, readonly string[]>> = {
  consumed: PHASE_LETTERS.map((phase) => `consumed_${phase}_mwh`),
  injected: PHASE_LETTERS.map((phase) => `injected_${phase}_mwh`),
  inductive: PHASE_LETTERS.map((phase) => `inductive_${phase}_mvarh`),
  capacitive: PHASE_LETTERS.map((phase) => `capacitive_${phase}_mvarh`),
  volume: ['volume_ml'],
};
const EVERY_COLUMN = Object.values(COLUMNS_OF).flat();

const QUARTERS = `select ${sentArray("(date_part('epoch', start) * 1000)::bigint")} as starts,
  ${EVERY_COLUMN.map((column) => `case when max(${column}) > 0 then ${sentArray(column)} end as ${column}`).join(',\n  ')}
from quarter where installation_id = $1 and start >= $2 and start < $3 and frames > 0`;

const READINGS = `select ${FRAMES_SENT}
from (select * from reading where installation_id = $1 and at >= $2 and at < $3 order by at) frame`;

/** Of a day whose totals were reopened alone: its frames are as they were closed. */
const KEPT = `select frame_blocks as bytes, block_ends as ends from meter_day
where installation_id = $1 and day = $2 and frame_blocks is not null`;

const FILL = `update meter_day set format = ${FORMAT}, frames = $4, counts = $5, present = $6, consumed = $7, injected = $8,
  inductive = $9, capacitive = $10, volume = $11, hours = $12, quality = $13, frame_blocks = $14, block_ends = $15
where installation_id = $1 and day = $2 and xmin::text = $3`;

/** Of every meter some rows at a time, found by their key. */
const FORGET = `update meter_day set frame_blocks = null, block_ends = null where ctid = any(array(
  select expired.ctid from installation cross join lateral (
    select ctid from meter_day where installation_id = installation.id and frame_blocks is not null and day < $1::date
    order by day limit 100) expired))`;

export interface InstallationDay {
  readonly installationId: number;
  /** UTC, YYYY-MM-DD. */
  readonly day: string;
}

/** A day whose row was made. While it is this version, nothing of the day has changed. */
interface BegunDay extends InstallationDay {
  readonly version: string;
}

export interface ClosingRepository {
  /** Days up to `last` of any installation that are not closed, the newest first. */
  unclosed(last: string, most: number): Promise<readonly InstallationDay[]>;
  /** Makes the rows of days while nobody adds to any of them: whoever does so from then on undoes them, or changes their version. */
  begin(days: readonly InstallationDay[]): Promise<readonly BegunDay[]>;
  read(day: InstallationDay): Promise<OpenDay>;
  /** @returns false where the day has changed meanwhile, and stays open. */
  fill(day: BegunDay, encoded: EncodedDay): Promise<boolean>;
  /** Empties the frames of days before this one: UTC, YYYY-MM-DD. Totals stay. */
  forgetFrames(before: string): Promise<void>;
}

type QuartersRow = Readonly<Record<string, string | null>> & { readonly starts: string | null };

const gridOf = (sent: string | null, places: Float64Array): Float64Array | null => {
  if (sent === null) return null;
  const grid = new Float64Array(QUARTERS_OF_DAY);
  for (const [index, number] of sentNumbers(sent, 'int8').entries()) grid[places[index] as number] = number;
  return grid;
};

const SNAPSHOT = 'begin isolation level repeatable read read only';

export const createClosingRepository = (pool: Pool): ClosingRepository => ({
  async unclosed(last, most) {
    return (await pool.query<InstallationDay>(UNCLOSED, [last, most])).rows;
  },
  async begin(days) {
    const given = [days.map(({ installationId }) => installationId), days.map(({ day }) => day)];
    await inTransaction(await pool.connect(), async (connection) => {
      await connection.query('select pg_advisory_xact_lock($1)', [CLOSING_LOCK]);
      await connection.query(BEGIN, given);
    });
    return (await pool.query<BegunDay>(BEGUN, given)).rows;
  },
  async read({ installationId, day }) {
    const midnight = Date.parse(day);
    const values = [
      installationId,
      new Date(midnight).toISOString(),
      new Date(midnight + DAY_MS).toISOString(),
    ];
    const [quarters, kept, readings, excluded] = await inTransaction(
      await pool.connect(),
      async (connection) => {
        const totals = await connection.query<QuartersRow>({
          name: 'quarters-to-close',
          text: QUARTERS,
          values,
        });
        const blocks = await connection.query<FrameBlocks>(KEPT, [installationId, day]);
        const frames =
          blocks.rowCount === 0
            ? await connection.query<SentFrames>({ name: 'readings-to-close', text: READINGS, values })
            : null;
        const span = { from: instant(midnight), to: instant(midnight + DAY_MS) };
        const stretches = await readExclusions(connection, installationId, span);
        return [totals.rows[0], blocks.rows[0] ?? null, frames?.rows[0], stretches] as const;
      },
      SNAPSHOT,
    );
    const starts = sentNumbers(quarters?.starts ?? null, 'int8');
    const places = starts.map((start) => (start - midnight) / QUARTER_MS);
    const gridsOf = (quantity: QuarterQuantity): PhaseGrids =>
      COLUMNS_OF[quantity].map((column) => gridOf(quarters?.[column] ?? null, places));
    return {
      midnight,
      frames: kept === null ? columnsOfSent(readings) : decodeBlocks(kept.bytes, 'all'),
      kept,
      excluded,
      places,
      quantities: Object.fromEntries(
        QUARTER_QUANTITIES.map((name) => [name, gridsOf(name)]),
      ) as OpenDay['quantities'],
    };
  },
  async fill({ installationId, day, version }, encoded) {
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
        encoded.present,
        ...QUARTER_QUANTITIES.map((name) => quantities[name]),
        encoded.hours,
        encoded.quality,
        encoded.blocks.bytes,
        encoded.blocks.ends,
      ],
    });
    return rowCount === 1;
  },
  async forgetFrames(before) {
    await pool.query(FORGET, [before]);
  },
});
