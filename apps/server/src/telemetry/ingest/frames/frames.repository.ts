import type { ClientBase } from 'pg';
import type { ElementType } from '../../../platform/database/binary-column.ts';
import { CLOSING_LOCK, reopenFrames, type TouchedFrame } from '../../series/index.ts';
import { STATE_TYPES, SUM_COLUMNS, TOTALS_TYPES } from './batch-totals.ts';
import { READING_COLUMNS, READING_TYPES } from './frame-columns.ts';

/** The columns of a quarter-hour that a statement must provide, in this order. */
export const QUARTER_COLUMNS: readonly string[] = ['installation_id', 'start', ...SUM_COLUMNS, 'frames'];

const NAMES = QUARTER_COLUMNS.join(', ');

const addTo = (table: string): string => `on conflict (installation_id, start) do update set
  ${[...SUM_COLUMNS, 'frames'].map((name) => `${name} = ${table}.${name} + excluded.${name}`).join(', ')}`;

/** SQL condition: the quarter-hour begins within an excluded interval. */
export const isExcluded = (quarter: string): string => `exists (
  select from reading_exclusion e where e.installation_id = ${quarter}.installation_id and e.undone_at is null
    and e.begins <= ${quarter}.start and e.ends > ${quarter}.start)`;

/** SQL condition: the quarter-hour is imported. Data measured later for it are set aside. */
const isImported = (quarter: string): string => `exists (
  select from quarter q where q.installation_id = ${quarter}.installation_id and q.start = ${quarter}.start
    and q.import_id is not null)`;

/**
 * Two parts of a `with` that add quarter-hours to the totals or set them aside, without a comma at the end. They lock the table
 * of set-aside quarter-hours, so that a concurrent correction waits for the statement or includes its rows.
 * @param source - the text after `from`, with the columns of `QUARTER_COLUMNS`
 * @param asideWhen - a condition that rows must also meet to be set aside
 */
export const addQuarters = (source: (alias: string) => string, asideWhen = 'true'): string => `aside as (
  insert into set_aside_quarter (${NAMES})
  select ${NAMES} from ${source('a')} where ${asideWhen} and (${isExcluded('a')} or ${isImported('a')})
  order by installation_id, start
  ${addTo('set_aside_quarter')}
), totalled as (
  insert into quarter (${NAMES})
  select ${NAMES} from ${source('t')} where not ${isExcluded('t')}
  order by installation_id, start
  ${addTo('quarter')} where quarter.import_id is null
)`;

/**
 * SQL condition: any excluded interval ends after the first of these starts. Usually there is none, which avoids a check for each
 * quarter-hour.
 */
const anyExclusionAfter = (starts: string): string => `(select exists (select from reading_exclusion
  where undone_at is null and ends > (select min(first) from unnest(${starts}) as sent (first))))`;

const arrays = (types: readonly ElementType[], first: number): string =>
  `unnest(${types.map((type, index) => `$${first + index}::${type}[]`).join(', ')})`;

const list = (columns: readonly string[]): string => columns.join(', ');

const MOVE_STATE = `on conflict (installation_id) do update set at = excluded.at, received_at = excluded.received_at
  where last_state.at < excluded.at`;

const AFTER_READING = READING_TYPES.length + 1;
const AFTER_TOTALS = AFTER_READING + TOTALS_TYPES.length;
const STARTS = `$${AFTER_READING + QUARTER_COLUMNS.indexOf('start')}::timestamptz[]`;

/**
 * If a frame is stored already, the whole statement fails, and the batch is stored by `APPEND_FRESH`. PostgreSQL runs the main
 * insert first and the other parts from the last to the first. Both statements lock readings, then quarter-hours, then states,
 * because another order could deadlock two concurrent batches.
 */
const APPEND_NEW = `with moved as (
  insert into last_state (installation_id, at, received_at)
  select installation_id, at, now() from ${arrays(STATE_TYPES, AFTER_TOTALS)} as sent (installation_id, at)
  ${MOVE_STATE}
), ${addQuarters(
  (alias) => `${arrays(TOTALS_TYPES, AFTER_READING)} as ${alias} (${list(QUARTER_COLUMNS)})`,
  anyExclusionAfter(STARTS),
)}
insert into reading (${list(READING_COLUMNS)})
select * from ${arrays(READING_TYPES, 1)}`;

const PHASES = ['a', 'b', 'c'] as const;
const positive = (name: string): string => `coalesce(sum(greatest(${name}, 0)), 0)::bigint`;
const negative = (name: string): string => `coalesce(-sum(least(${name}, 0)), 0)::bigint`;
const SUMS_OF_FRESH = [
  ...PHASES.map((phase) => positive(`energy_${phase}_mwh`)),
  ...PHASES.map((phase) => negative(`energy_${phase}_mwh`)),
  ...PHASES.map((phase) => positive(`reactive_${phase}_mvarh`)),
  ...PHASES.map((phase) => negative(`reactive_${phase}_mvarh`)),
  'coalesce(sum(volume_ml), 0)::bigint',
];

/** Only newly inserted rows add to the totals. Rows are written in key order; of rows with equal keys, the first is used. */
const APPEND_FRESH = `with fresh as (
  insert into reading (${list(READING_COLUMNS)})
  select ${list(READING_COLUMNS)}
  from ${arrays(READING_TYPES, 1)} with ordinality as sent (${list([...READING_COLUMNS, 'position'])})
  order by installation_id, at, position
  on conflict do nothing
  returning *
), moved as (
  insert into last_state (installation_id, at, received_at)
  select installation_id, max(at), now() from fresh group by installation_id order by installation_id
  ${MOVE_STATE}
), summed (${list(QUARTER_COLUMNS)}) as (
  select installation_id, date_bin('15 minutes', at, timestamptz '2000-01-01 00:00Z') as start,
    ${SUMS_OF_FRESH.join(',\n    ')}, count(*)::integer
  from fresh group by 1, 2
), ${addQuarters((alias) => `summed ${alias}`)}
select installation_id, (extract(epoch from at) * 1000)::float8 as at_ms from fresh`;

/** Inserts empty quarter-hours in advance, so that the rows of a meter lie together on disk. */
const OPEN_BLOCKS = `insert into quarter (installation_id, start)
  select installation_id, start + number * interval '15 minutes'
  from ${arrays(['int4', 'timestamptz'], 1)} as block (installation_id, start), generate_series(0, $3::integer - 1) as number
  order by 1, 2
  on conflict do nothing`;

/** The key of a frame that was not stored before. */
export interface FreshKey {
  readonly installationId: number;
  readonly at: number;
}

export type FramesRepository = ReturnType<typeof createFramesRepository>;

/** The prepared statements that store frames on one connection. */
export const createFramesRepository = (connection: ClientBase) => {
  const appendFresh = async (readings: Buffer[]): Promise<readonly FreshKey[]> => {
    const { rows } = await connection.query<{ installation_id: number; at_ms: number }>({
      name: 'append-fresh',
      text: APPEND_FRESH,
      values: readings,
    });
    return rows.map((row) => ({ installationId: row.installation_id, at: Math.round(row.at_ms) }));
  };
  return {
    /** Stores rows that should all be new, with summed totals. Fails with unique_violation if one is stored already. */
    async appendNew(readings: Buffer[], totals: Buffer[], newest: Buffer[]) {
      await connection.query({
        name: 'append-new',
        text: APPEND_NEW,
        values: [...readings, ...totals, ...newest],
      });
    },
    /** Stores rows that may be stored already. @returns the keys of the new ones */
    appendFresh,
    /** Like `appendFresh`, but first waits until no day is being closed, and reopens the closed days of the frames. */
    async appendLate(readings: Buffer[], frames: readonly TouchedFrame[]): Promise<readonly FreshKey[]> {
      await connection.query('begin');
      try {
        await connection.query(`select pg_advisory_xact_lock_shared(${CLOSING_LOCK})`);
        await reopenFrames(connection, frames);
        const keys = await appendFresh(readings);
        await connection.query('commit');
        return keys;
      } catch (failure) {
        await connection.query('rollback').catch(() => undefined);
        throw failure;
      }
    },
    async openBlocks(blocks: Buffer[], quartersPerBlock: number) {
      await connection.query({
        name: 'open-blocks',
        text: OPEN_BLOCKS,
        values: [...blocks, quartersPerBlock],
      });
    },
  };
};
