import { sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';

interface AssigningRepository {
  /** Locks boards until the transaction ends. Maps each known MAC to whether the board is installed. */
  holdBoards(macs: readonly string[]): Promise<ReadonlyMap<string, boolean>>;
  /** Account ids of enabled Managers by e-mail. */
  managers(emails: readonly string[]): Promise<ReadonlyMap<string, string>>;
  assign(boards: readonly { readonly mac: string; readonly accountId: string | null }[]): Promise<void>;
}

/** Must be created from a transaction. */
export const createAssigningRepository = (db: Connection): AssigningRepository => ({
  async holdBoards(macs) {
    const chosen = db.selectFrom('board as b').where('b.mac', '=', sql<string>`any(${[...macs]}::text[])`);
    await chosen.select('b.mac').orderBy('b.mac').forNoKeyUpdate().execute();
    const rows = await chosen
      .select('b.mac')
      .select(
        sql<boolean>`exists (select from installation i where i.mac = b.mac and i.removed_at is null)`.as(
          'isInstalled',
        ),
      )
      .execute();
    return new Map(rows.map(({ mac, isInstalled }) => [mac, isInstalled]));
  },
  async managers(emails) {
    const rows = await db
      .selectFrom('account')
      .where('email', '=', sql<string>`any(${[...emails]}::text[])`)
      .where('profile', '=', 'Manager')
      .where('disabled_at', 'is', null)
      .select(['id', 'email'])
      .execute();
    return new Map(rows.map(({ id, email }) => [email, id]));
  },
  async assign(boards) {
    await sql`update board b set assigned_to = a.account_id
      from unnest(${boards.map(({ mac }) => mac)}::text[],
        ${boards.map(({ accountId }) => accountId)}::uuid[]) as a (mac, account_id)
      where b.mac = a.mac`.execute(db);
  },
});
