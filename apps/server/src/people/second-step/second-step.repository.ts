import type { Instant } from '@nascente/domain/base/time/zone';
import { sql } from 'kysely';
import { holdAccount, isEnabledAccount } from '../../platform/database/account-conditions.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import type { ResultRow } from '../../platform/database/schema.ts';
import type { SecondStepWays } from '../session/index.ts';

export const createPasskeyChallengesRepository = (db: Connection) => ({
  /** Inserts a challenge, and removes expired ones. */
  async insert(
    hash: Buffer,
    requestedFor: Buffer,
    { now, expiresAt }: { now: Instant; expiresAt: Instant },
  ): Promise<void> {
    await db
      .with('removed', (within) =>
        within.deleteFrom('passkey_challenge').where('expires_at', '<', new Date(now)),
      )
      .insertInto('passkey_challenge')
      .values({ challenge_hash: hash, asked_for: requestedFor, expires_at: new Date(expiresAt) })
      .execute();
  },
  /** @returns whether the challenge has this purpose, is unused and has not expired */
  async take(hash: Buffer, requestedFor: Buffer, now: Instant): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('passkey_challenge')
      .where('challenge_hash', '=', hash)
      .where('asked_for', '=', requestedFor)
      .where('expires_at', '>', new Date(now))
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  },
});

interface NewPasskey {
  readonly accountId: string;
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly name: string;
  readonly isSynced: boolean;
  readonly at: Instant;
}

export type ListedPasskey = ResultRow<typeof createPasskeysRepository, 'listOf'>;

export type StoredPasskey = ResultRow<typeof createPasskeysRepository, 'find'>;

const date = (at: Instant): Date => new Date(at);

export const createPasskeysRepository = (db: Connection) => ({
  /** Newest first. */
  listOf: (accountId: string) =>
    db
      .selectFrom('passkey')
      .where('account_id', '=', accountId)
      .select(['id', 'credential_id as credentialId', 'name', 'synced'])
      .select(['created_at as createdAt', 'last_used_at as lastUsedAt'])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
  /** The passkey with its account, if the account is enabled. */
  async find(credentialId: Buffer) {
    const row = await db
      .selectFrom('passkey as k')
      .innerJoin('account as a', 'a.id', 'k.account_id')
      .where('k.credential_id', '=', credentialId)
      .where(isEnabledAccount('a'))
      .select(['k.id', 'k.account_id as accountId', 'a.email', 'k.public_key as publicKey'])
      .executeTakeFirst();
    return row ?? null;
  },
  /** @returns false if the passkey exists already */
  async insert({
    accountId,
    credentialId,
    publicKey,
    counter,
    name,
    isSynced,
    at,
  }: NewPasskey): Promise<boolean> {
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
  /** @returns `false` if the passkey was removed, or its counter did not increase, which indicates a copy. */
  async use(id: string, counter: number, at: Instant): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('passkey')
      .set({ counter, last_used_at: date(at) })
      .where('id', '=', id)
      // WebAuthn, section 7.2, step 22: a device that always reports zero does not count.
      .where('counter', counter === 0 ? '=' : '<', counter)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  },
  /** @returns whether the account has the passkey. */
  async rename(accountId: string, id: string, name: string): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('passkey')
      .set({ name })
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  },
  /** @returns the name of the removed passkey; `null` if the account has no such passkey. */
  async remove(accountId: string, id: string): Promise<string | null> {
    const removed = await db
      .deleteFrom('passkey')
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst();
    return removed?.name ?? null;
  },
  /** @returns whether the account had passkeys. */
  async removeAllOf(accountId: string): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('passkey')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  },
});

export const createSecondStepRepository = (db: Connection) => ({
  /** Serialises changes of an account's sign-in methods. */
  hold: (accountId: string): Promise<void> => holdAccount(db, accountId),
  /** The second steps of an account; empty: the password alone suffices. */
  async waysOf(accountId: string): Promise<SecondStepWays> {
    const { rows } = await sql<{ way: SecondStepWays[number] }>`
      select 'app' as way where exists (select from authenticator
        where account_id = ${accountId} and confirmed_at is not null)
      union all
      select 'passkey' where exists (select from passkey where account_id = ${accountId})`.execute(db);
    return rows.map(({ way }) => way);
  },
  async find(accountId: string) {
    const row = await db
      .selectFrom('authenticator')
      .where('account_id', '=', accountId)
      .select(['secret', 'confirmed_at as confirmedAt'])
      .executeTakeFirst();
    return row ?? null;
  },
  /** Stores a new secret in place of one that was never confirmed. @returns `false` if one is confirmed already */
  async begin(accountId: string, secret: Buffer, at: Instant): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('authenticator')
      .values({ account_id: accountId, secret, created_at: date(at), confirmed_at: null })
      .onConflict((conflict) =>
        conflict
          .column('account_id')
          .doUpdateSet({ secret, created_at: date(at), last_step: 0 })
          .where('authenticator.confirmed_at', 'is', null),
      )
      .executeTakeFirstOrThrow();
    return (numInsertedOrUpdatedRows ?? 0n) > 0n;
  },
  /** @returns `false` if there is no secret to confirm, or it was replaced meanwhile */
  async confirm(accountId: string, secret: Buffer, step: number, at: Instant): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('authenticator')
      .set({ confirmed_at: date(at), last_step: step })
      .where('account_id', '=', accountId)
      .where('secret', '=', secret)
      .where('confirmed_at', 'is', null)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  },
  /**
   * Marks the period of a code as used. A stored period above `latest` was written by a clock that was ahead, and is ignored.
   * @returns `false` if this period or a later one was used before
   */
  async take(accountId: string, step: number, latest: number): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('authenticator')
      .set({ last_step: step })
      .where('account_id', '=', accountId)
      .where((where) => where.or([where('last_step', '<', step), where('last_step', '>', latest)]))
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  },
  /** @returns `false` if the account has no such code, or has used it */
  async useRecoveryCode(accountId: string, hash: Buffer, at: Instant): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('recovery_code')
      .set({ used_at: date(at) })
      .where('account_id', '=', accountId)
      .where('code_hash', '=', hash)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  },
  async replaceRecoveryCodes(accountId: string, hashes: readonly Buffer[], at: Instant): Promise<void> {
    await db.deleteFrom('recovery_code').where('account_id', '=', accountId).execute();
    await db
      .insertInto('recovery_code')
      .values(
        hashes.map((hash) => ({
          account_id: accountId,
          code_hash: hash,
          created_at: date(at),
          used_at: null,
        })),
      )
      .execute();
  },
  async countRecoveryCodes(accountId: string): Promise<number> {
    const { left } = await db
      .selectFrom('recovery_code')
      .where('account_id', '=', accountId)
      .where('used_at', 'is', null)
      .select((select) => select.fn.countAll<string>().as('left'))
      .executeTakeFirstOrThrow();
    return Number(left);
  },
  async removeRecoveryCodes(accountId: string): Promise<void> {
    await db.deleteFrom('recovery_code').where('account_id', '=', accountId).execute();
  },
  /** @returns whether the removed authenticator was confirmed. */
  async removeAuthenticator(accountId: string): Promise<boolean> {
    const removed = await db
      .deleteFrom('authenticator')
      .where('account_id', '=', accountId)
      .returning('confirmed_at')
      .executeTakeFirst();
    return removed !== undefined && removed.confirmed_at !== null;
  },
});
