import type { Instant } from '@nascente/domain/base/time/zone';
import { isEnabledAccount } from '../../platform/database/account-conditions.ts';
import type { Connection } from '../../platform/database/open-database.ts';

interface NewPasskey {
  readonly accountId: string;
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly name: string;
  readonly isSynced: boolean;
  readonly at: Instant;
}

export interface ListedPasskey {
  readonly id: string;
  readonly credentialId: Buffer;
  readonly name: string;
  readonly synced: boolean;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export interface StoredPasskey {
  readonly id: string;
  readonly accountId: string;
  readonly email: string;
  readonly publicKey: Buffer;
}

interface PasskeysRepository {
  /** Newest first. */
  listOf(accountId: string): Promise<readonly ListedPasskey[]>;
  /** Of an enabled account. */
  find(credentialId: Buffer): Promise<StoredPasskey | null>;
  /** @returns false where somebody has this key already. */
  insert(passkey: NewPasskey): Promise<boolean>;
  /** @returns false where the key was removed meanwhile, or counts no further than before: then there are two of it. */
  use(id: string, counter: number, at: Instant): Promise<boolean>;
  /** @returns whether the account had such a key. */
  rename(accountId: string, id: string, name: string): Promise<boolean>;
  /** @returns its name; null where the account has no such key. */
  remove(accountId: string, id: string): Promise<string | null>;
  /** @returns whether there were any. */
  removeAllOf(accountId: string): Promise<boolean>;
}

const date = (at: Instant): Date => new Date(at);

export const createPasskeysRepository = (db: Connection): PasskeysRepository => ({
  listOf: (accountId) =>
    db
      .selectFrom('passkey')
      .where('account_id', '=', accountId)
      .select(['id', 'credential_id as credentialId', 'name', 'synced'])
      .select(['created_at as createdAt', 'last_used_at as lastUsedAt'])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
  async find(credentialId) {
    const row = await db
      .selectFrom('passkey as k')
      .innerJoin('account as a', 'a.id', 'k.account_id')
      .where('k.credential_id', '=', credentialId)
      .where(isEnabledAccount('a'))
      .select(['k.id', 'k.account_id as accountId', 'a.email', 'k.public_key as publicKey'])
      .executeTakeFirst();
    return row ?? null;
  },
  async insert({ accountId, credentialId, publicKey, counter, name, isSynced, at }) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('passkey')
      .values({
        account_id: accountId,
        credential_id: credentialId,
        public_key: publicKey,
        counter,
        name,
        synced: isSynced,
        created_at: date(at),
        last_used_at: null,
      })
      .onConflict((conflict) => conflict.column('credential_id').doNothing())
      .executeTakeFirstOrThrow();
    return (numInsertedOrUpdatedRows ?? 0n) > 0n;
  },
  async use(id, counter, at) {
    const { numUpdatedRows } = await db
      .updateTable('passkey')
      .set({ counter, last_used_at: date(at) })
      .where('id', '=', id)
      // WebAuthn, section 7.2, step 22: zero on both sides is a device that does not count.
      .where('counter', counter === 0 ? '=' : '<', counter)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  },
  async rename(accountId, id, name) {
    const { numUpdatedRows } = await db
      .updateTable('passkey')
      .set({ name })
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  },
  async remove(accountId, id) {
    const removed = await db
      .deleteFrom('passkey')
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst();
    return removed?.name ?? null;
  },
  async removeAllOf(accountId) {
    const { numDeletedRows } = await db
      .deleteFrom('passkey')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  },
});
