import type { ClientBase, Pool } from 'pg';
import { CLOSING_LOCK } from './reopened-days.ts';

/** A UTC day as it appears in a partition's name: 20261105. */
export type DayName = string;

/** Day names come from numbers only, so they may stand in a statement. */
const table = (day: DayName): string => {
  if (!/^\d{8}$/.test(day)) throw new RangeError(`not a day: ${day}`);
  return `reading_${day}`;
};

const bound = (day: DayName): string =>
  `'${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)} 00:00Z'::timestamptz`;

const within = (day: DayName): string => `at >= ${bound(day)} and at < ${bound(day)} + interval '24 hours'`;

const attach = (day: DayName): string =>
  `alter table reading attach partition ${table(day)}
     for values from (${bound(day)}) to (${bound(day)} + interval '24 hours')`;

/** An installation with readings that no closed day holds. */
const open = (day: DayName): string => `select from installation
  where exists (select from ${table(day)} where installation_id = installation.id)
    and not exists (select from meter_day where installation_id = installation.id and day = date '${day}'
      and frame_blocks is not null)
  limit 1`;

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
  const { rows } = await connection.query(`select 1 where to_regclass('${table(day)}') is not null`);
  if (rows.length > 0) return;
  await create(connection, day, table(day));
  await connection.query(`alter table ${table(day)} add primary key (installation_id, at)`);
  await connection.query(attach(day));
};

const inTransaction = async <T>(pool: Pool, work: (connection: ClientBase) => Promise<T>): Promise<T> => {
  const connection = await pool.connect();
  try {
    await connection.query('begin');
    const done = await work(connection);
    await connection.query('commit');
    return done;
  } catch (failure) {
    await connection.query('rollback').catch(() => undefined);
    throw failure;
  } finally {
    connection.release();
  }
};

export interface PartitionsRepository {
  /** Ascending. */
  list(): Promise<readonly DayName[]>;
  create(day: DayName): Promise<void>;
  drop(day: DayName): Promise<void>;
  /** Drops a day whose readings all stand in closed days. @returns false where any does not. */
  dropClosed(day: DayName): Promise<boolean>;
}

export const createPartitionsRepository = (pool: Pool): PartitionsRepository => ({
  async list() {
    const { rows } = await pool.query<{ day: DayName }>(
      `select right(part.relname, 8) as day from pg_inherits join pg_class part on part.oid = inhrelid
       where inhparent = 'reading'::regclass and part.relname ~ '^reading_\\d{8}$'
       order by 1`,
    );
    return rows.map(({ day }) => day);
  },
  create: (day) => inTransaction(pool, (connection) => createPartition(connection, day)),
  drop: (day) =>
    inTransaction(pool, async (connection) => {
      await connection.query("set local lock_timeout = '3s'");
      await connection.query(`drop table if exists ${table(day)}`);
    }),
  dropClosed: (day) =>
    inTransaction(pool, async (connection) => {
      // Whoever is writing late into a closed day is behind; who comes next waits, and finds no rows.
      await connection.query('select pg_advisory_xact_lock($1)', [CLOSING_LOCK]);
      const { rowCount } = await connection.query(open(day));
      if (rowCount !== 0) return false;
      await connection.query("set local lock_timeout = '3s'");
      await connection.query(`drop table if exists ${table(day)}`);
      return true;
    }),
});
