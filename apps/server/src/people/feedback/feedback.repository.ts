import type { Instant } from '@nascente/domain/base/time/zone';
import type { Connection } from '../../platform/database/open-database.ts';
import type { ResultRow } from '../../platform/database/schema.ts';

export interface Feedback {
  readonly title: string;
  readonly body: string;
}

export type SentFeedback = ResultRow<typeof createFeedbackRepository, 'listOf'>;

export type FeedbackWithSender = ResultRow<typeof createFeedbackRepository, 'find'>;

export const createFeedbackRepository = (db: Connection) => ({
  /** Inserts, and calls `alongside` in the same transaction. */
  insert: (
    { accountId, title, body, at }: Feedback & { readonly accountId: string; readonly at: Instant },
    alongside: (id: string, within: Connection) => Promise<void>,
  ): Promise<void> =>
    db.transaction().execute(async (within) => {
      const { id } = await within
        .insertInto('feedback')
        .values({ account_id: accountId, title, body, created_at: new Date(at) })
        .returning('id')
        .executeTakeFirstOrThrow();
      await alongside(id, within);
    }),
  async find(id: string) {
    const row = await db
      .selectFrom('feedback as f')
      .innerJoin('account as a', 'a.id', 'f.account_id')
      .where('f.id', '=', id)
      .select(['f.title', 'f.body', 'a.email', 'a.first_name', 'a.last_name'])
      .executeTakeFirst();
    if (!row) return null;
    const { title, body, email } = row;
    return { title, body, email, name: `${row.first_name} ${row.last_name}`.trim() };
  },
  /** Oldest first. */
  listOf: (accountId: string) =>
    db
      .selectFrom('feedback')
      .where('account_id', '=', accountId)
      .select(['title', 'body', 'created_at as createdAt'])
      .orderBy('created_at')
      .execute(),
});
