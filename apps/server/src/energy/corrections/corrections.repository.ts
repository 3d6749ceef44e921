import { sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';
import type { Stretch } from './set-aside.repository.ts';

export interface StoredCorrection {
  readonly id: number;
  readonly begins: Date;
  readonly ends: Date;
  readonly reason: string;
  readonly by: string | null;
  readonly createdAt: Date;
  readonly undoneBy: string | null;
  readonly undoneAt: Date | null;
  /** What is set aside of its stretch: thousandths. */
  readonly amount: number;
  readonly frames: number;
}

const CONSUMED = sql`consumed_a_mwh + consumed_b_mwh + consumed_c_mwh + volume_ml`;
const nameOf = (account: string) =>
  sql<
    string | null
  >`nullif(trim(concat_ws(' ', ${sql.ref(`${account}.first_name`)}, ${sql.ref(`${account}.last_name`)})), '')`;

export const createCorrectionsRepository = (db: Connection) => ({
  /** Newest first. */
  async list(installationId: number, id?: number): Promise<readonly StoredCorrection[]> {
    const { rows } = await sql<StoredCorrection>`
      select e.id, e.begins, e.ends, e.reason, e.created_at as "createdAt", e.undone_at as "undoneAt",
        ${nameOf('a')} as by, ${nameOf('u')} as "undoneBy", held.amount, held.frames
      from reading_exclusion e left join account a on a.id = e.account_id left join account u on u.id = e.undone_by
      cross join lateral (
        select coalesce(sum((${CONSUMED})::float8), 0) as amount, coalesce(sum(frames), 0)::integer as frames
        from set_aside_quarter s where e.undone_at is null and s.installation_id = e.installation_id
          and s.start >= e.begins and s.start < e.ends
      ) held
      where e.installation_id = ${installationId} ${id === undefined ? sql`` : sql`and e.id = ${id}`}
      order by e.id desc limit 500`.execute(db);
    return rows;
  },
  async insert(
    { installationId, from, to }: Stretch,
    { reason, accountId, at }: { reason: string; accountId: string; at: Date },
  ): Promise<number> {
    const { id } = await db
      .insertInto('reading_exclusion')
      .values({
        installation_id: installationId,
        begins: from,
        ends: to,
        reason,
        account_id: accountId,
        created_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },
  /** @returns its stretch; null when it is not there, or undone already. */
  async undo(
    { installationId, id }: { installationId: number; id: number },
    { accountId, at }: { accountId: string; at: Date },
  ): Promise<Stretch | null> {
    const row = await db
      .updateTable('reading_exclusion')
      .set({ undone_by: accountId, undone_at: at })
      .where('id', '=', id)
      .where('installation_id', '=', installationId)
      .where('undone_at', 'is', null)
      .returning(['begins', 'ends'])
      .executeTakeFirst();
    return row ? { installationId, from: row.begins, to: row.ends } : null;
  },
});
