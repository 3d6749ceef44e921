import type { Pool } from 'pg';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { CLOSING_LOCK, reopenFrames } from '../closing/reopening.repository.ts';
import { createPartition, type DayName, tableOf } from './day-partition.repository.ts';

const startOfDay = (day: DayName): number =>
  Date.parse(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`);

/** An installation with readings that no closed day holds. */
const open = (day: DayName): string => `select from installation
  where exists (select from ${tableOf(day)} where installation_id = installation.id)
    and not exists (select from meter_day where installation_id = installation.id and day = date '${day}'
      and frame_blocks is not null)
  limit 1`;

/**
 * Installations whose closed day holds another number of frames than there are readings: somebody wrote without reopening it,
 * as where a clock had gone ahead for a while. None, where the readings are only in the closed day.
 */
const unlike = (day: DayName): string => `select installation.id as "installationId" from installation
  join meter_day on installation_id = installation.id and day = date '${day}' and frame_blocks is not null
  cross join lateral (select count(*) as rows from ${tableOf(day)} where installation_id = installation.id) readings
  where rows > 0 and rows <> frames`;

export interface PartitionsRepository {
  /** Ascending. */
  list(): Promise<readonly DayName[]>;
  create(day: DayName): Promise<void>;
  drop(day: DayName): Promise<void>;
  /** Drops a day whose readings all stand in closed days. @returns false where any does not, or is open again now. */
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
  create: async (day) =>
    inTransaction(await pool.connect(), (connection) => createPartition(connection, day)),
  drop: async (day) =>
    inTransaction(await pool.connect(), async (connection) => {
      await connection.query("set local lock_timeout = '3s'");
      await connection.query(`drop table if exists ${tableOf(day)}`);
    }),
  dropClosed: async (day) =>
    inTransaction(await pool.connect(), async (connection) => {
      // Whoever is writing late into a closed day is behind; who comes next waits, and finds no rows.
      await connection.query('select pg_advisory_xact_lock($1)', [CLOSING_LOCK]);
      if ((await connection.query(open(day))).rowCount !== 0) return false;
      const { rows } = await connection.query<{ installationId: number }>(unlike(day));
      if (rows.length > 0) {
        const at = startOfDay(day);
        await reopenFrames(
          connection,
          rows.map(({ installationId }) => ({ installationId, at })),
        );
        return false;
      }
      await connection.query("set local lock_timeout = '3s'");
      await connection.query(`drop table if exists ${tableOf(day)}`);
      return true;
    }),
});
