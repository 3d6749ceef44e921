import type { ClientBase, Pool } from 'pg';
import { CLOSING_LOCK } from '../series/index.ts';

/** A UTC day as it appears in a partition's name: 20261105. */
export type DayName = string;

export interface PartitionState {
  readonly day: DayName;
  /** Its rows were rewritten in (installation, time) order after it was closed. */
  readonly ordered: boolean;
}

const ORDERED = 'ordered';

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

/**
 * A table is made first and attached then: 'create … partition of' would lock out every reader and writer of
 * `reading`, attaching does not. The check spares the scan of the rows.
 */
const create = async (connection: ClientBase, day: DayName, name: string): Promise<void> => {
  await connection.query(`create table ${name} (like reading including defaults including constraints)`);
  await connection.query(`alter table ${name} add constraint ${name}_day check (${within(day)})`);
};

const inTransaction = async (pool: Pool, work: (connection: ClientBase) => Promise<void>): Promise<void> => {
  const connection = await pool.connect();
  try {
    await connection.query('begin');
    await work(connection);
    await connection.query('commit');
  } catch (failure) {
    await connection.query('rollback').catch(() => undefined);
    throw failure;
  } finally {
    connection.release();
  }
};

export interface PartitionsRepository {
  list(): Promise<readonly PartitionState[]>;
  create(day: DayName): Promise<void>;
  drop(day: DayName): Promise<void>;
  rewriteInOrder(day: DayName): Promise<void>;
}

export const createPartitionsRepository = (pool: Pool): PartitionsRepository => ({
  async list() {
    const { rows } = await pool.query<PartitionState>(
      `select right(part.relname, 8) as day, coalesce(obj_description(part.oid, 'pg_class') = $1, false) as ordered
       from pg_inherits join pg_class part on part.oid = inhrelid
       where inhparent = 'reading'::regclass and part.relname ~ '^reading_\\d{8}$'
       order by 1`,
      [ORDERED],
    );
    return rows;
  },
  create: (day) =>
    inTransaction(pool, async (connection) => {
      await connection.query('select pg_advisory_xact_lock($1)', [Number(day)]);
      const { rows } = await connection.query(`select 1 where to_regclass('${table(day)}') is not null`);
      if (rows.length > 0) return;
      await create(connection, day, table(day));
      await connection.query(`alter table ${table(day)} add primary key (installation_id, at)`);
      await connection.query(attach(day));
    }),
  drop: (day) =>
    inTransaction(pool, async (connection) => {
      await connection.query("set local lock_timeout = '3s'");
      await connection.query(`drop table if exists ${table(day)}`);
    }),
  /**
   * Readers see the old rows until the copy takes their place, which takes milliseconds; nobody writes meanwhile
   * (late frames wait for the lock, live ones never reach a closed day). CLUSTER would lock out readers too.
   */
  rewriteInOrder: async (day) => {
    const [name, copy] = [table(day), `${table(day)}_copy`];
    await inTransaction(pool, async (connection) => {
      await connection.query('select pg_advisory_xact_lock($1)', [CLOSING_LOCK]);
      await connection.query(`lock table ${name} in share mode`);
      await connection.query(`drop table if exists ${copy}`);
      await create(connection, day, copy);
      await connection.query(`insert into ${copy} select * from ${name} order by installation_id, at`);
      await connection.query(`alter table ${copy} add primary key (installation_id, at)`);
      await connection.query(`comment on table ${copy} is '${ORDERED}'`);
      await connection.query("set local lock_timeout = '2s'");
      await connection.query(`drop table ${name}`);
      await connection.query(`alter table ${copy} rename to ${name}`);
      await connection.query(`alter table ${name} rename constraint ${copy}_day to ${name}_day`);
      await connection.query(`alter index ${copy}_pkey rename to ${name}_pkey`);
      await connection.query(attach(day));
    });
    await pool.query(`vacuum (freeze, analyze) ${name}`);
  },
});
