import { sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';

export type ReadingsRemovalRepository = ReturnType<typeof createReadingsRemovalRepository>;

const REGISTERS_PER_BATCH = 20_000;

export const createReadingsRemovalRepository = (db: Connection) => ({
  /** @returns how many rows there were. */
  async removeTotals(installationId: number): Promise<number> {
    const states = await db
      .deleteFrom('last_state')
      .where('installation_id', '=', installationId)
      .executeTakeFirst();
    const quarters = await db
      .deleteFrom('quarter')
      .where('installation_id', '=', installationId)
      .executeTakeFirst();
    const days = await db
      .deleteFrom('meter_day')
      .where('installation_id', '=', installationId)
      .executeTakeFirst();
    for (const table of [
      'register_verdict',
      'adapted_state',
      'set_aside_quarter',
      'reading_exclusion',
      'leak_verdict',
      'reading_import',
    ] as const)
      await db.deleteFrom(table).where('installation_id', '=', installationId).execute();
    return Number(states.numDeletedRows + quarters.numDeletedRows + days.numDeletedRows);
  },
  /** Removes a portion of its register values. @returns how many */
  async removeRegisters(installationId: number): Promise<number> {
    const { numAffectedRows = 0n } = await sql`delete from register_step where ctid = any(array(
      select ctid from register_step where installation_id = ${installationId} limit ${REGISTERS_PER_BATCH}))`.execute(
      db,
    );
    return Number(numAffectedRows);
  },
  /** The UTC days on which it has readings; null without any. */
  async daysOf(installationId: number): Promise<{ first: Date; last: Date } | null> {
    const row = await db
      .selectFrom('reading')
      .where('installation_id', '=', installationId)
      .select([
        sql<Date | null>`date_trunc('day', min(at), 'UTC')`.as('first'),
        sql<Date | null>`date_trunc('day', max(at), 'UTC')`.as('last'),
      ])
      .executeTakeFirst();
    return row?.first && row.last ? { first: row.first, last: row.last } : null;
  },
  /** @returns how many there were in this time. */
  async removeReadings(installationId: number, from: Date, until: Date): Promise<number> {
    const { numDeletedRows } = await db
      .deleteFrom('reading')
      .where('installation_id', '=', installationId)
      .where('at', '>=', from)
      .where('at', '<', until)
      .executeTakeFirst();
    return Number(numDeletedRows);
  },
});
