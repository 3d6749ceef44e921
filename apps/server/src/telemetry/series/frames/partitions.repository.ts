import { DAY_MS } from '@nascente/domain/base/time/zone';
import type { ClientBase, Pool } from 'pg';
import { inTransaction } from '../../../platform/database/connections/client-connection.ts';
import { CLOSING_LOCK, reopenFrames, type TouchedFrame } from '../closing/reopening.repository.ts';
import { createPartition, PARTITIONED, partitionOf } from './day-partition.repository.ts';

const LIST = `select distinct to_date(right(part.relname, 8), 'YYYYMMDD') - date '1970-01-01' as day from pg_inherits join pg_class part on part.oid = inhrelid
where inhparent in ('reading'::regclass, 'quarter'::regclass) and part.relname ~ '^(reading|quarter)_\\d{8}$' order by 1`;

/** SQL of an installation with rows of a day that is not closed. */
const open = (partition: string, day: number): string => `select from installation
  where exists (select from ${partition} where installation_id = installation.id)
    and (select format from meter_day where installation_id = installation.id and day = date '1970-01-01' + ${day}) is null
  limit 1`;

/**
 * Installations whose closed day has another number of frames than the table `reading`, because a writer did not reopen it, as
 * after a clock that was ahead. Installations without rows are not included.
 */
const unlike = (
  readings: string,
  day: number,
): string => `select installation.id as "installationId" from installation
  join meter_day on installation_id = installation.id and day = date '1970-01-01' + ${day} and frame_blocks is not null
  cross join lateral (select count(*) as rows from ${readings} where installation_id = installation.id) readings
  where rows > 0 and rows <> frames`;

const CLOSED_ON = `select installation_id as "installationId" from meter_day where day = date '1970-01-01' + $1::integer`;

interface InstallationKey {
  readonly installationId: number;
}

const touchedOf = (rows: readonly InstallationKey[], day: number): TouchedFrame[] =>
  rows.map(({ installationId }) => ({ installationId, at: day * DAY_MS }));

/** Whether all data of a day are in closed days. Days that differ are reopened. */
const isAllClosed = async (
  connection: Pick<ClientBase, 'query'>,
  partitions: readonly string[],
  day: number,
): Promise<boolean> => {
  for (const partition of partitions)
    if ((await connection.query(open(partition, day))).rowCount !== 0) return false;
  const readings = partitionOf('reading', day);
  if (!partitions.includes(readings)) return true;
  const { rows } = await connection.query<InstallationKey>(unlike(readings, day));
  await reopenFrames(connection, touchedOf(rows, day));
  return rows.length === 0;
};

export type PartitionsRepository = ReturnType<typeof createPartitionsRepository>;

export const createPartitionsRepository = (pool: Pool) => {
  const existing = async (names: readonly string[]): Promise<readonly string[]> => {
    const { rows } = await pool.query<{ name: string }>(
      'select name from unnest($1::text[]) as name where to_regclass(name) is not null',
      [names],
    );
    return rows.map(({ name }) => name);
  };
  return {
    /** UTC days since 1970 that have a partition, ascending. */
    async list(): Promise<readonly number[]> {
      return (await pool.query<{ day: number }>(LIST)).rows.map(({ day }) => day);
    },
    /** Creates the partition of a day for quarter-hours, unless `quarter_reopened` has rows of that day. */
    createQuarters: async (day: number): Promise<void> =>
      inTransaction(await pool.connect(), async (connection) => {
        await connection.query("set local lock_timeout = '3s'");
        await createPartition(connection, 'quarter', day);
      }),
    /**
     * Creates the partition of readings. @param isLive - for a writer of live frames, which does not check for closed days;
     * closed days of that date, as after a clock that was days ahead, are reopened
     */
    createReadings: async (day: number, isLive: boolean): Promise<void> =>
      inTransaction(await pool.connect(), async (connection) => {
        if (isLive) await connection.query('select pg_advisory_xact_lock_shared($1)', [CLOSING_LOCK]);
        if (!(await createPartition(connection, 'reading', day)) || !isLive) return;
        const { rows } = await connection.query<InstallationKey>(CLOSED_ON, [day]);
        await reopenFrames(connection, touchedOf(rows, day));
      }),
    dropReadings: async (day: number): Promise<void> =>
      inTransaction(await pool.connect(), async (connection) => {
        await connection.query("set local lock_timeout = '3s'");
        await connection.query(`drop table if exists ${partitionOf('reading', day)}`);
      }),
    /** Drops the partitions of a day if all its data are in closed days. @returns `false` if some are not, or were reopened */
    dropClosed: async (day: number): Promise<boolean> => {
      const partitions = await existing(PARTITIONED.map((table) => partitionOf(table, day)));
      return inTransaction(await pool.connect(), async (connection) => {
        // The lock waits for late writers; later ones wait for it and then find no rows.
        await connection.query('select pg_advisory_xact_lock($1)', [CLOSING_LOCK]);
        if (!(await isAllClosed(connection, partitions, day))) return false;
        await connection.query("set local lock_timeout = '3s'");
        for (const partition of partitions) await connection.query(`drop table if exists ${partition}`);
        return true;
      });
    },
  };
};
