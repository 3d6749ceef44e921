import type { Instant } from '@nascente/domain/base/time/zone';
import type { KeyScope } from '@nascente/domain/people/key-scopes';
import { sql } from 'kysely';
import { holdAccount } from '../../platform/database/account-conditions.ts';
import type { Connection } from '../../platform/database/open-database.ts';

interface NewApiKey {
  readonly accountId: string;
  readonly name: string;
  readonly prefix: string;
  readonly keyHash: Buffer;
  readonly scopes: readonly KeyScope[];
  readonly at: Instant;
  /** Null: without an end. */
  readonly expiresAt: Instant | null;
}

export interface ListedApiKey {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly KeyScope[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly allowedPerMinute: number;
  readonly perMinute: number;
  readonly limitedAt: Date | null;
}

interface ApiKeysRepository {
  /** @returns whether it was inserted: not when the account has `most` already, also when several come together. */
  insert(key: NewApiKey, most: number, alongside: (within: Connection) => Promise<void>): Promise<boolean>;
  listOf(accountId: string): Promise<readonly ListedApiKey[]>;
  /** Of whomever. */
  find(id: string): Promise<(ListedApiKey & { readonly accountId: string }) | null>;
  /** @returns whether the account has this key, and may have it make so many requests. */
  setPerMinute(accountId: string, id: string, perMinute: number | null): Promise<boolean>;
  setAllowed(id: string, perMinute: number): Promise<void>;
  /** @returns the name of the key; null when the account has no such key. */
  remove(accountId: string, id: string): Promise<string | null>;
}

const listed = (db: Connection) =>
  db
    .selectFrom('api_key')
    .select(['id', 'name', 'prefix', sql<readonly KeyScope[]>`scopes`.as('scopes')])
    .select(['created_at as createdAt', 'last_used_at as lastUsedAt', 'expires_at as expiresAt'])
    .select(['allowed_per_minute as allowedPerMinute', 'limited_at as limitedAt'])
    .select(sql<number>`least(per_minute, allowed_per_minute)`.as('perMinute'));

export const createApiKeysRepository = (db: Connection): ApiKeysRepository => ({
  insert: ({ accountId, name, prefix, keyHash, scopes, at, expiresAt }, most, alongside) =>
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
          scopes: [...scopes],
          created_at: new Date(at),
          expires_at: expiresAt === null ? null : new Date(expiresAt),
        })
        .execute();
      await alongside(within);
      return true;
    }),
  listOf: (accountId) =>
    listed(db)
      .where('account_id', '=', accountId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
  async find(id) {
    const row = await listed(db).select('account_id as accountId').where('id', '=', id).executeTakeFirst();
    return row ?? null;
  },
  async setPerMinute(accountId, id, perMinute) {
    const { numUpdatedRows } = await db
      .updateTable('api_key')
      .set({ per_minute: perMinute })
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .where('allowed_per_minute', '>=', perMinute ?? 0)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  },
  async setAllowed(id, perMinute) {
    await db.updateTable('api_key').set({ allowed_per_minute: perMinute }).where('id', '=', id).execute();
  },
  async remove(accountId, id) {
    const row = await db
      .deleteFrom('api_key')
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst();
    return row?.name ?? null;
  },
});
