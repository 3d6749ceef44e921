import { DAY_MS } from '@nascente/domain/base/time/zone';
import type { ClientBase } from 'pg';
import { utcDay } from '../utc-day.ts';

/** Tables partitioned by day, with their column and storage. */
const KINDS = {
  reading: { instant: 'at', storage: '' },
  // Rows are changed in place as frames come: room is left beside them.
  quarter: { instant: 'start', storage: 'with (fillfactor = 70)' },
} as const;
type PartitionedTable = keyof typeof KINDS;
/** Held while the partition of a day is made, each by its day. */
const PARTITION_LOCKS = 20_000_000;
export const PARTITIONED = Object.keys(KINDS) as readonly PartitionedTable[];

/** The partition of a UTC day, which is counted from 1970: `reading_20261105`. */
export const partitionOf = (table: PartitionedTable, day: number): string =>
  `${table}_${utcDay(day * DAY_MS).replaceAll('-', '')}`;

const startOf = (day: number): string => `'${utcDay(day * DAY_MS)} 00:00Z'::timestamptz`;

const within = (table: PartitionedTable, day: number): string => {
  const { instant } = KINDS[table];
  return `${instant} >= ${startOf(day)} and ${instant} < ${startOf(day + 1)}`;
};

/** Whether rows of a day lie where those of days without a partition do: then it cannot have one. */
const hasReopened = async (connection: Pick<ClientBase, 'query'>, day: number): Promise<boolean> => {
  await connection.query('lock table quarter_reopened in share row exclusive mode');
  const { rowCount } = await connection.query(
    `select from quarter_reopened where ${within('quarter', day)} limit 1`,
  );
  return rowCount !== 0;
};

/**
 * Makes sure, within the transaction of its connection, that the partition of a day exists. A table is made first and
 * attached then: 'create … partition of' would lock out every reader and writer, attaching does not. The check spares the
 * scan of the rows.
 *
 * @returns whether it was not there
 */
export const createPartition = async (
  connection: Pick<ClientBase, 'query'>,
  table: PartitionedTable,
  day: number,
): Promise<boolean> => {
  const name = partitionOf(table, day);
  const { instant, storage } = KINDS[table];
  await connection.query('select pg_advisory_xact_lock($1)', [PARTITION_LOCKS + day]);
  const { rows } = await connection.query(`select 1 where to_regclass('${name}') is not null`);
  if (rows.length > 0) return false;
  if (table === 'quarter' && (await hasReopened(connection, day))) return false;
  await connection.query(
    `create table ${name} (like ${table} including defaults including constraints) ${storage}`,
  );
  await connection.query(`alter table ${name} add constraint ${name}_day check (${within(table, day)})`);
  await connection.query(`alter table ${name} add primary key (installation_id, ${instant})`);
  await connection.query(
    `alter table ${table} attach partition ${name}
       for values from (${startOf(day)}) to (${startOf(day + 1)})`,
  );
  return true;
};
