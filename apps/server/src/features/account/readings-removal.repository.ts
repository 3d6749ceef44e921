import { sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';

export interface ReadingsRemovalRepository {
  /** @returns how many rows there were. */
  removeTotals(installationId: number): Promise<number>;
  /** The UTC days on which it has readings; null without any. */
  daysOf(installationId: number): Promise<{ first: Date; last: Date } | null>;
  /** @returns how many there were in this time. */
  removeReadings(installationId: number, from: Date, until: Date): Promise<number>;
}

export const createReadingsRemovalRepository = (db: Connection): ReadingsRemovalRepository => ({
  async removeTotals(installationId) {
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
  async daysOf(installationId) {
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
  async removeReadings(installationId, from, until) {
    await db
      .deleteFrom('register_step')
      .where('installation_id', '=', installationId)
      .where('at', '>=', from)
      .where('at', '<', until)
      .execute();
    const { numDeletedRows } = await db
      .deleteFrom('reading')
      .where('installation_id', '=', installationId)
      .where('at', '>=', from)
      .where('at', '<', until)
      .executeTakeFirst();
    return Number(numDeletedRows);
  },
});
