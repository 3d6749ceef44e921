import type { CivilDate } from '@nascente/domain/time/civil-day';
import { sql } from 'kysely';
import { isEnabledAccount } from '../../platform/database/enabled-account.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import type { Caller } from '../../platform/http/caller.ts';

type Utility = 'eletric' | 'water';

/** Whose report of what. */
export interface Subscription {
  readonly accountId: string;
  readonly establishmentId: string;
  readonly type: Utility;
}

export interface KnownSubscription extends Subscription {
  /** The last day of the last cycle that was sent. */
  readonly sentUntil: CivilDate;
}

export interface ReportSubscriptionsRepository {
  has(subscription: Subscription): Promise<boolean>;
  /** Keeps what was sent of one that is there already. */
  add(subscription: Subscription, sentUntil: CivilDate): Promise<void>;
  remove(subscription: Subscription): Promise<void>;
  /** Of accounts that are enabled. */
  list(): Promise<readonly KnownSubscription[]>;
  /** @returns false where another server has marked it meanwhile, or it is gone. */
  markSent(subscription: KnownSubscription, sentUntil: CivilDate): Promise<boolean>;
  /** An account as if it asked by itself; null unless it is enabled. */
  callerOf(accountId: string): Promise<Caller | null>;
}

/** No session: what is asked in the name of an account is asked by nobody's token. */
const NO_SESSION = Buffer.alloc(0);

export const createReportSubscriptionsRepository = (db: Connection): ReportSubscriptionsRepository => {
  const keyOf = ({ accountId, establishmentId, type }: Subscription) => ({
    account_id: accountId,
    establishment_id: establishmentId,
    type,
  });
  return {
    async has(subscription) {
      const found = await db
        .selectFrom('report_subscription')
        .select('type')
        .where((where) => where.and(keyOf(subscription)))
        .executeTakeFirst();
      return found !== undefined;
    },
    async add(subscription, sentUntil) {
      await db
        .insertInto('report_subscription')
        .values({ ...keyOf(subscription), sent_until: sentUntil })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    async remove(subscription) {
      await db
        .deleteFrom('report_subscription')
        .where((where) => where.and(keyOf(subscription)))
        .execute();
    },
    async list() {
      const rows = await db
        .selectFrom('report_subscription as s')
        .innerJoin('account as a', 'a.id', 's.account_id')
        .select(['s.account_id', 's.establishment_id', 's.type', sql<string>`s.sent_until::text`.as('until')])
        .where(isEnabledAccount('a'))
        .execute();
      return rows.map(({ account_id, establishment_id, type, until }) => ({
        accountId: account_id,
        establishmentId: establishment_id,
        type,
        sentUntil: until as CivilDate,
      }));
    },
    async markSent({ sentUntil: before, ...subscription }, sentUntil) {
      const { numUpdatedRows } = await db
        .updateTable('report_subscription')
        .set({ sent_until: sentUntil })
        .where((where) => where.and(keyOf(subscription)))
        .where('sent_until', '=', before)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    async callerOf(accountId) {
      const row = await db
        .selectFrom('account as a')
        .select(['a.id', 'a.profile', 'a.email', 'a.manager_id'])
        .where('a.id', '=', accountId)
        .where(isEnabledAccount('a'))
        .executeTakeFirst();
      if (row === undefined) return null;
      const { id, profile, email, manager_id: managerId } = row;
      return { accountId: id, profile, email, managerId, sessionHash: NO_SESSION };
    },
  };
};
