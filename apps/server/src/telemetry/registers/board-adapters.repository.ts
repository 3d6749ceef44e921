import type { AnsweredAdapter } from '@nascente/contract/sites/board-adapter';
import type { BoardKind } from '@nascente/domain/telemetry/frames/frame';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';
import { notifyBoardChanged } from '../../platform/database/postgres-bus.ts';

export type BoardAdaptersRepository = ReturnType<typeof createBoardAdaptersRepository>;

export const createBoardAdaptersRepository = (db: Connection) => ({
  /** Null for an absent board. */
  async kindOf(mac: string): Promise<BoardKind | null> {
    const row = await db
      .selectFrom('board')
      .where('mac', '=', mac)
      .select(['type', 'model'])
      .executeTakeFirst();
    if (row === undefined) return null;
    return row.type === 'water' ? 'water' : row.model;
  },
  async find(mac: string): Promise<AnsweredAdapter | null> {
    const row = await db
      .selectFrom('board_adapter')
      .where('mac', '=', mac)
      .select([
        'adapter',
        'topic',
        'zone',
        'mapping',
        'register_width as registerWidth',
        'most_per_hour as mostPerHour',
      ])
      .executeTakeFirst();
    return row === undefined ? null : { ...row, mapping: row.mapping as AnsweredAdapter['mapping'] };
  },
  /** Another board that reads this topic, or one above or below it. */
  async rival(mac: string, topic: string): Promise<string | null> {
    const row = await db
      .selectFrom('board_adapter')
      .where('mac', '!=', mac)
      .where(
        sql<boolean>`starts_with(topic || '/', ${topic} || '/') or starts_with(${topic} || '/', topic || '/')`,
      )
      .select('mac')
      .executeTakeFirst();
    return row?.mac ?? null;
  },
  async save(
    mac: string,
    { adapter, topic, zone, mapping, registerWidth, mostPerHour }: AnsweredAdapter,
    at: Date,
  ): Promise<void> {
    const row = {
      adapter,
      topic,
      zone,
      mapping: mapping === null ? null : JSON.stringify(mapping),
      register_width: registerWidth,
      most_per_hour: mostPerHour,
      updated_at: at,
    };
    await db
      .insertInto('board_adapter')
      .values({ mac, ...row })
      .onConflict((conflict) => conflict.column('mac').doUpdateSet(row))
      .execute();
    await notifyBoardChanged(db, mac);
  },
  async remove(mac: string): Promise<void> {
    await db.deleteFrom('board_adapter').where('mac', '=', mac).execute();
    await notifyBoardChanged(db, mac);
  },
});
