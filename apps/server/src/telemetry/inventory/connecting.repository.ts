import { sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';
import { measuredAt } from '../series/index.ts';

export type ConnectingRepository = ReturnType<typeof createConnectingRepository>;

export const createConnectingRepository = (db: Connection) => ({
  /** The newest of this board since then. */
  newestRefusal: async (mac: string, since: Date): Promise<{ receivedAt: Date; reason: string } | null> =>
    (await db
      .selectFrom('refused_frame')
      .where('mac', '=', mac)
      .where('received_at', '>=', since)
      .select(['received_at as receivedAt', 'reason'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()) ?? null,
  /** The topic that the adapter of a board reads; null where the board speaks the native lines. */
  adapterTopic: async (mac: string): Promise<string | null> =>
    (await db.selectFrom('board_adapter').where('mac', '=', mac).select('topic').executeTakeFirst())?.topic ??
    null,
  /** Whether a quarter-hour was ever counted. */
  isMeasured: async (installationId: number): Promise<boolean> =>
    (
      await sql`select where ${sql.raw(measuredAt('first', String(Number(installationId))))} is not null`.execute(
        db,
      )
    ).rows.length > 0,
});
