import type { Instant } from '@nascente/domain/base/time/zone';
import { holdAccount, ofValidAccount } from '../../../platform/database/account-conditions.ts';
import type { Connection } from '../../../platform/database/open-database.ts';

export interface PushDevice {
  readonly id: string;
  readonly accountId: string;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly device: string;
  readonly createdAt: Date;
}

interface DevicesRepository {
  list(accountId: string): Promise<readonly PushDevice[]>;
  /** The same, and nobody adds to them until the commit. */
  hold(accountId: string): Promise<readonly PushDevice[]>;
  find(id: string): Promise<PushDevice | null>;
  /** Null where the credentials of its account have expired. */
  findActive(id: string, at: Instant): Promise<PushDevice | null>;
  /** A browser is of whoever asked on it last. */
  add(device: Omit<PushDevice, 'id'>): Promise<void>;
  /** @param accountId - whose it must be; null: whosever it is, since it is no more */
  remove(id: string, accountId: string | null): Promise<void>;
}

export const createDevicesRepository = (db: Connection): DevicesRepository => {
  const devices = () =>
    db
      .selectFrom('push_subscription')
      .select(['id', 'account_id as accountId', 'endpoint', 'p256dh', 'auth', 'device'])
      .select('created_at as createdAt');
  const list = (accountId: string) =>
    devices().where('account_id', '=', accountId).orderBy('created_at').execute();
  return {
    list,
    async hold(accountId) {
      await holdAccount(db, accountId);
      return list(accountId);
    },
    async find(id) {
      return (await devices().where('id', '=', id).executeTakeFirst()) ?? null;
    },
    async findActive(id, at) {
      const active = devices().where('id', '=', id).where(ofValidAccount('push_subscription', at));
      return (await active.executeTakeFirst()) ?? null;
    },
    async add({ accountId, endpoint, p256dh, auth, device, createdAt }) {
      const values = { account_id: accountId, p256dh, auth, device, created_at: createdAt };
      await db
        .insertInto('push_subscription')
        .values({ ...values, endpoint })
        .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(values))
        .execute();
    },
    async remove(id, accountId) {
      await db
        .deleteFrom('push_subscription')
        .where('id', '=', id)
        .$if(accountId !== null, (query) => query.where('account_id', '=', accountId ?? ''))
        .execute();
    },
  };
};
