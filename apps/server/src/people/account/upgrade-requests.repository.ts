import type { Instant } from '@nascente/domain/base/time/zone';
import type { Connection } from '../../platform/database/open-database.ts';
export type UpgradeRequestsRepository = ReturnType<typeof createUpgradeRequestsRepository>;

export const createUpgradeRequestsRepository = (db: Connection) => ({
  /** @returns whether it was inserted: not while an earlier request of the account waits for its decision. */
  async insert(accountId: string, at: Instant): Promise<boolean> {
    const row = await db
      .insertInto('upgrade_request')
      .values({ account_id: accountId, requested_at: new Date(at) })
      .onConflict((conflict) => conflict.column('account_id').where('decided_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  },
  /** The newest; null where there was none. */
  async newest(accountId: string) {
    const row = await db
      .selectFrom('upgrade_request')
      .where('account_id', '=', accountId)
      .select(['requested_at as requestedAt', 'decided_at as decidedAt', 'approved'])
      .orderBy('requested_at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return row ?? null;
  },
});
