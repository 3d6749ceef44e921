import type { Instant } from '@nascente/domain/time/zone';
import type { Connection } from '../../platform/database/open-database.ts';

export interface UpgradeRequestsRepository {
  /** @returns whether it was inserted: not while an earlier request of the account waits for its decision. */
  insert(accountId: string, at: Instant): Promise<boolean>;
}

export const createUpgradeRequestsRepository = (db: Connection): UpgradeRequestsRepository => ({
  async insert(accountId, at) {
    const row = await db
      .insertInto('upgrade_request')
      .values({ account_id: accountId, requested_at: new Date(at) })
      .onConflict((conflict) => conflict.column('account_id').where('decided_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  },
});
