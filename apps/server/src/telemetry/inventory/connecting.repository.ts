import { sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';
import { measuredAt } from '../series/index.ts';

export interface ConnectingRepository {
  /** The newest of this board since then. */
  newestRefusal(mac: string, since: Date): Promise<{ receivedAt: Date; reason: string } | null>;
  /** The topic that the adapter of a board reads; null where the board speaks the native lines. */
  adapterTopic(mac: string): Promise<string | null>;
  /** Whether a quarter-hour was ever counted. */
  isMeasured(installationId: number): Promise<boolean>;
}

export const createConnectingRepository = (db: Connection): ConnectingRepository => ({
  newestRefusal: async (mac, since) =>
    (await db
      .selectFrom('refused_frame')
      .where('mac', '=', mac)
      .where('received_at', '>=', since)
      .select(['received_at as receivedAt', 'reason'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()) ?? null,
  adapterTopic: async (mac) =>
    (await db.selectFrom('board_adapter').where('mac', '=', mac).select('topic').executeTakeFirst())?.topic ??
    null,
  isMeasured: async (installationId) =>
    (
      await sql`select where ${sql.raw(measuredAt('first', String(Number(installationId))))} is not null`.execute(
        db,
      )
    ).rows.length > 0,
});
