import type { AnsweredAdapter } from '@nascente/contract/sites/board-adapter';
import type { BoardKind } from '@nascente/domain/telemetry/frames/frame';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';
import { tellBoardChanged } from '../../platform/database/postgres-bus.ts';

export interface BoardAdaptersRepository {
  /** Null for an absent board. */
  kindOf(mac: string): Promise<BoardKind | null>;
  find(mac: string): Promise<AnsweredAdapter | null>;
  /** Another board that reads this topic, or one above or below it. */
  rival(mac: string, topic: string): Promise<string | null>;
  save(mac: string, adapter: AnsweredAdapter, at: Date): Promise<void>;
  remove(mac: string): Promise<void>;
}

export const createBoardAdaptersRepository = (db: Connection): BoardAdaptersRepository => ({
  async kindOf(mac) {
    const row = await db
      .selectFrom('board')
      .where('mac', '=', mac)
      .select(['type', 'model'])
      .executeTakeFirst();
    if (row === undefined) return null;
    return row.type === 'water' ? 'water' : row.model;
  },
  async find(mac) {
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
  async rival(mac, topic) {
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
  async save(mac, { adapter, topic, zone, mapping, registerWidth, mostPerHour }, at) {
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
    await tellBoardChanged(db, mac);
  },
  async remove(mac) {
    await db.deleteFrom('board_adapter').where('mac', '=', mac).execute();
    await tellBoardChanged(db, mac);
  },
});
