import type { Profile } from '@nascente/domain/people/profiles';
import type { Instant } from '@nascente/domain/time/zone';
import { isEnabledAccount } from '../../platform/database/enabled-account.ts';
import { holdAccount } from '../../platform/database/hold-account.ts';
import type { Connection } from '../../platform/database/open-database.ts';

interface NewApiKey {
  readonly accountId: string;
  readonly name: string;
  readonly prefix: string;
  readonly keyHash: Buffer;
  readonly canWrite: boolean;
  readonly at: Instant;
}

export interface ListedApiKey {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly canWrite: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

interface KeyHolder {
  readonly accountId: string;
  readonly profile: Profile;
  readonly email: string;
  readonly managerId: string | null;
  readonly canWrite: boolean;
  readonly lastUsedAt: number;
}

export interface ApiKeysRepository {
  /** @returns whether it was inserted: not when the account has `most` already, also when several come together. */
  insert(key: NewApiKey, most: number, alongside: (within: Connection) => Promise<void>): Promise<boolean>;
  listOf(accountId: string): Promise<readonly ListedApiKey[]>;
  /** @returns the name of the key; null when the account has no such key. */
  remove(accountId: string, id: string): Promise<string | null>;
  /** Of an enabled account. */
  findHolder(keyHash: Buffer): Promise<KeyHolder | null>;
  touch(keyHash: Buffer, now: Instant): Promise<void>;
}

export const createApiKeysRepository = (db: Connection): ApiKeysRepository => ({
  insert: ({ accountId, name, prefix, keyHash, canWrite, at }, most, alongside) =>
    db.transaction().execute(async (within) => {
      await holdAccount(within, accountId);
      const { keys } = await within
        .selectFrom('api_key')
        .where('account_id', '=', accountId)
        .select(({ fn }) => fn.countAll<number>().as('keys'))
        .executeTakeFirstOrThrow();
      if (keys >= most) return false;
      await within
        .insertInto('api_key')
        .values({
          account_id: accountId,
          name,
          prefix,
          key_hash: keyHash,
          can_write: canWrite,
          created_at: new Date(at),
        })
        .execute();
      await alongside(within);
      return true;
    }),
  listOf: (accountId) =>
    db
      .selectFrom('api_key')
      .where('account_id', '=', accountId)
      .select(['id', 'name', 'prefix', 'can_write as canWrite'])
      .select(['created_at as createdAt', 'last_used_at as lastUsedAt'])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
  async remove(accountId, id) {
    const row = await db
      .deleteFrom('api_key')
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst();
    return row?.name ?? null;
  },
  async findHolder(keyHash) {
    const row = await db
      .selectFrom('api_key as k')
      .innerJoin('account as a', 'a.id', 'k.account_id')
      .where('k.key_hash', '=', keyHash)
      .where(isEnabledAccount('a'))
      .select(['a.id as accountId', 'a.profile', 'a.email', 'a.manager_id as managerId'])
      .select(['k.can_write as canWrite', 'k.last_used_at as lastUsedAt'])
      .executeTakeFirst();
    return row ? { ...row, lastUsedAt: row.lastUsedAt?.getTime() ?? 0 } : null;
  },
  async touch(keyHash, now) {
    await db
      .updateTable('api_key')
      .set({ last_used_at: new Date(now) })
      .where('key_hash', '=', keyHash)
      .execute();
  },
});
