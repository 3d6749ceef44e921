import type { ClientBase } from 'pg';

/** A UTC day as it appears in a partition's name: 20261105. */
export type DayName = string;

/** Day names come from numbers only, so they may stand in a statement. */
export const tableOf = (day: DayName): string => {
  if (!/^\d{8}$/.test(day)) throw new RangeError(`not a day: ${day}`);
  return `reading_${day}`;
};

const bound = (day: DayName): string =>
  `'${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)} 00:00Z'::timestamptz`;

const within = (day: DayName): string => `at >= ${bound(day)} and at < ${bound(day)} + interval '24 hours'`;

const attach = (day: DayName): string =>
  `alter table reading attach partition ${tableOf(day)}
     for values from (${bound(day)}) to (${bound(day)} + interval '24 hours')`;

/**
 * A table is made first and attached then: 'create … partition of' would lock out every reader and writer of
 * `reading`, attaching does not. The check spares the scan of the rows.
 */
const create = async (connection: Pick<ClientBase, 'query'>, day: DayName, name: string): Promise<void> => {
  await connection.query(`create table ${name} (like reading including defaults including constraints)`);
  await connection.query(`alter table ${name} add constraint ${name}_day check (${within(day)})`);
};

/** Makes sure, within the transaction of its connection, that the partition of a day exists. */
export const createPartition = async (connection: Pick<ClientBase, 'query'>, day: DayName): Promise<void> => {
  await connection.query('select pg_advisory_xact_lock($1)', [Number(day)]);
  const { rows } = await connection.query(`select 1 where to_regclass('${tableOf(day)}') is not null`);
  if (rows.length > 0) return;
  await create(connection, day, tableOf(day));
  await connection.query(`alter table ${tableOf(day)} add primary key (installation_id, at)`);
  await connection.query(attach(day));
};
