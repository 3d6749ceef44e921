import type { Instant } from '@nascente/domain/base/time/zone';
import type { Pool } from 'pg';
import webPush from 'web-push';
import { holdAccount, ofValidAccount } from '../../../platform/database/account-conditions.ts';
import type { Connection } from '../../../platform/database/open-database.ts';

/** VAPID keys, by which browsers accept notices of this installation. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

const NAME = 'push-keys';
const KEEP = 'insert into setting (name, value) values ($1, $2::jsonb) on conflict (name) do nothing';
const READ = 'select value from setting where name = $1';

/** One pair for the installation, created by the first process: another pair would invalidate every subscription. */
const readPushKeys = async (pool: Pick<Pool, 'query'>): Promise<PushKeys> => {
  const { rows: stored } = await pool.query<{ value: PushKeys }>(READ, [NAME]);
  if (stored[0]) return stored[0].value;
  const made = webPush.generateVAPIDKeys();
  await pool.query(KEEP, [NAME, JSON.stringify(made)]);
  const { rows } = await pool.query<{ value: PushKeys }>(READ, [NAME]);
  return rows[0]?.value ?? made;
};

/** Queries the keys once per process, and again after a failure. */
export const createPushKeys = (pool: Pick<Pool, 'query'>): (() => Promise<PushKeys>) => {
  let keys: Promise<PushKeys> | null = null;
  return () => {
    keys ??= readPushKeys(pool).catch((failure: unknown) => {
      keys = null;
      throw failure;
    });
    return keys;
  };
};

export interface PushDevice {
  readonly id: string;
  readonly accountId: string;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  readonly device: string;
  readonly createdAt: Date;
}

export const createDevicesRepository = (db: Connection) => {
  const devices = () =>
    db
      .selectFrom('push_subscription')
      .select(['id', 'account_id as accountId', 'endpoint', 'p256dh', 'auth', 'device'])
      .select('created_at as createdAt');
  const list = (accountId: string) =>
    devices().where('account_id', '=', accountId).orderBy('created_at').execute();
  return {
    list,
    /** Locks the account until the commit. @returns its devices */
    async listLocked(accountId: string) {
      await holdAccount(db, accountId);
      return list(accountId);
    },
    async find(id: string): Promise<PushDevice | null> {
      return (await devices().where('id', '=', id).executeTakeFirst()) ?? null;
    },
    /** `null`: there is no such device, or the credentials of its account are suspended. */
    async findActive(id: string, at: Instant): Promise<PushDevice | null> {
      const active = devices().where('id', '=', id).where(ofValidAccount('push_subscription', at));
      return (await active.executeTakeFirst()) ?? null;
    },
    /** A browser belongs to the account that subscribed last. */
    async add({
      accountId,
      endpoint,
      p256dh,
      auth,
      device,
      createdAt,
    }: Omit<PushDevice, 'id'>): Promise<void> {
      const values = { account_id: accountId, p256dh, auth, device, created_at: createdAt };
      await db
        .insertInto('push_subscription')
        .values({ ...values, endpoint })
        .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(values))
        .execute();
    },
    /** @param accountId - the owner; `null`: any account, because the browser has unsubscribed */
    async remove(id: string, accountId: string | null): Promise<void> {
      await db
        .deleteFrom('push_subscription')
        .where('id', '=', id)
        .$if(accountId !== null, (query) => query.where('account_id', '=', accountId ?? ''))
        .execute();
    },
  };
};
