import { type Instant, instant } from '@nascente/domain/base/time/zone';
import type { Frame } from '@nascente/domain/telemetry/frames/frame';
import type { ClientBase } from 'pg';
import {
  addQuarters,
  createFrameColumns,
  QUARTER_COLUMNS,
  READING_COLUMNS,
  READING_TYPES,
  type RoutedFrame,
  SUM_COLUMNS,
} from '../ingest/index.ts';
import { CLOSING_LOCK, reopenFrames, type TouchedFrame } from '../series/index.ts';

/** The stored increments of a frame. */
export type StoredIncrements = Pick<
  Frame,
  'energyA' | 'energyB' | 'energyC' | 'reactiveA' | 'reactiveB' | 'reactiveC' | 'volume'
> & { readonly installationId: number; readonly at: Instant };

/** The change of a quarter-hour: sums in the order of `SUM_COLUMNS`. */
export interface QuarterChange {
  readonly installationId: number;
  readonly start: number;
  readonly sums: readonly number[];
  readonly frames: number;
}

export type CreditedReadingsRepository = ReturnType<typeof createCreditedReadingsRepository>;

const STORED = `select r.installation_id as "installationId", r.at,
    energy_a_mwh as "energyA", energy_b_mwh as "energyB", energy_c_mwh as "energyC",
    reactive_a_mvarh as "reactiveA", reactive_b_mvarh as "reactiveB", reactive_c_mvarh as "reactiveC",
    volume_ml as volume
  from unnest($1::integer[], $2::timestamptz[]) as k (installation_id, at)
  join reading r on r.installation_id = k.installation_id and r.at = k.at`;

const INCREMENT = /^(energy|reactive|volume)_/;
const replaced = (column: string): string =>
  INCREMENT.test(column)
    ? `${column} = excluded.${column}`
    : `${column} = coalesce(excluded.${column}, reading.${column})`;

const WRITE = `insert into reading (${READING_COLUMNS.join(', ')})
  select * from unnest(${READING_TYPES.map((type, index) => `$${index + 1}::${type}[]`).join(', ')})
    as credited (${READING_COLUMNS.join(', ')})
  order by installation_id, at
  on conflict (installation_id, at) do update set ${READING_COLUMNS.slice(2).map(replaced).join(', ')}`;

const FIRST_SUM = 3;
const AFTER_SUMS = FIRST_SUM + SUM_COLUMNS.length;

const CHANGE_QUARTERS = `with ${addQuarters(
  (alias) => `unnest($1::integer[], $2::timestamptz[],
    ${SUM_COLUMNS.map((_, index) => `$${FIRST_SUM + index}::bigint[]`).join(', ')},
    $${AFTER_SUMS}::integer[]) as ${alias} (${QUARTER_COLUMNS.join(', ')})`,
)}
  select`;

const MOVE_STATE = `insert into last_state (installation_id, at, received_at)
  select installation_id, at, now() from unnest($1::integer[], $2::timestamptz[]) as credited (installation_id, at)
  order by installation_id
  on conflict (installation_id) do update set at = excluded.at, received_at = excluded.received_at
  where last_state.at < excluded.at`;

const keysOf = (keys: readonly { installationId: number; at: number }[]) => [
  keys.map(({ installationId }) => installationId),
  keys.map(({ at }) => new Date(at)),
];

/** Writes increments of registers to readings and totals. Must be used within a transaction. */
export const createCreditedReadingsRepository = (connection: Pick<ClientBase, 'query'>) => ({
  /**
   * Reopens the closed days of these frames, after waiting until no day is being closed. Must be called before readings are
   * changed.
   */
  async reopen(frames: readonly TouchedFrame[]): Promise<void> {
    await connection.query(`select pg_advisory_xact_lock_shared(${CLOSING_LOCK})`);
    await reopenFrames(connection, frames);
  },
  async stored(
    keys: readonly { installationId: number; at: number }[],
  ): Promise<readonly StoredIncrements[]> {
    const { rows } = await connection.query<Omit<StoredIncrements, 'at'> & { at: Date }>({
      name: 'stored-increments',
      text: STORED,
      values: keysOf(keys),
    });
    return rows.map((row) => ({ ...row, at: instant(row.at.getTime()) }));
  },
  /**
   * Writes frames in key order. A value that a frame does not contain keeps its stored value; increments replace the stored ones.
   */
  async write(frames: readonly RoutedFrame[]): Promise<void> {
    const columns = createFrameColumns();
    for (const { installationId, frame } of frames) columns.push(installationId, frame);
    await connection.query({ name: 'write-credited', text: WRITE, values: columns.encoded() });
  },
  /** Adds changes to quarter-hours in key order. Closed days must be reopened before. */
  async changeQuarters(changes: readonly QuarterChange[]): Promise<void> {
    await connection.query({
      name: 'change-quarters',
      text: CHANGE_QUARTERS,
      values: [
        ...keysOf(changes.map(({ installationId, start }) => ({ installationId, at: start }))),
        ...SUM_COLUMNS.map((_, index) => changes.map(({ sums }) => sums[index] ?? 0)),
        changes.map(({ frames }) => frames),
      ],
    });
  },
  async moveState(newest: readonly { installationId: number; at: number }[]): Promise<void> {
    await connection.query({ name: 'move-state', text: MOVE_STATE, values: keysOf(newest) });
  },
});
