import { DAY_MS } from '@nascente/domain/base/time/zone';
import type { ClientBase } from 'pg';
import { utcDay } from '../interval-queries.repository.ts';

/** Tables partitioned by day, with their column and storage. */
const KINDS = {
  reading: { instant: 'at', storage: '' },
  // Room for updates, because rows change with each frame.
  quarter: { instant: 'start', storage: 'with (fillfactor = 70)' },
} as const;
type PartitionedTable = keyof typeof KINDS;
/** Advisory lock of creating the partition of a day; the day is added. */
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

/** Whether the default partition contains rows of a day; then no partition can be created for it. */
const hasReopened = async (connection: Pick<ClientBase, 'query'>, day: number): Promise<boolean> => {
  await connection.query('lock table quarter_reopened in share row exclusive mode');
  const { rowCount } = await connection.query(
    `select from quarter_reopened where ${within('quarter', day)} limit 1`,
  );
  return rowCount !== 0;
};

/**
 * Creates the partition of a day if it does not exist, within the transaction of the connection. A table is created and then
 * attached, because 'create … partition of' would lock out all queries. The check constraint avoids a scan of the rows.
 *
 * @returns whether it was created
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
