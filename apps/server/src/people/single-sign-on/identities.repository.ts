import type { Instant } from '@nascente/domain/base/time/zone';
import type { Profile } from '@nascente/domain/people/profiles';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';

interface StoredAttempt {
  readonly stateHash: Buffer;
  readonly browserHash: Buffer;
  readonly codeVerifier: string;
  readonly nonce: string;
}

export const createAttemptsRepository = (db: Connection) => ({
  /** Inserts an attempt, and removes expired ones. */
  async insert(
    { stateHash, browserHash, codeVerifier, nonce }: StoredAttempt,
    { now, expiresAt }: { now: Instant; expiresAt: Instant },
  ): Promise<void> {
    await db
      .with('removed', (within) =>
        within.deleteFrom('provider_attempt').where('expires_at', '<', new Date(now)),
      )
      .insertInto('provider_attempt')
      .values({
        state_hash: stateHash,
        browser_hash: browserHash,
        code_verifier: codeVerifier,
        nonce,
        expires_at: new Date(expiresAt),
      })
      .execute();
  },
  /** @returns `null` if this browser did not start the sign-in, has completed it already, or if it has expired */
  async take(
    { stateHash, browserHash }: Pick<StoredAttempt, 'stateHash' | 'browserHash'>,
    now: Instant,
  ): Promise<Pick<StoredAttempt, 'codeVerifier' | 'nonce'> | null> {
    const row = await db
      .deleteFrom('provider_attempt')
      .where('state_hash', '=', stateHash)
      .where('browser_hash', '=', browserHash)
      .where('expires_at', '>', new Date(now))
      .returning(['code_verifier as codeVerifier', 'nonce'])
      .executeTakeFirst();
    return row ?? null;
  },
});

interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

export interface ExistingAccount {
  readonly id: string;
  readonly email: string;
  readonly profile: Profile;
  readonly isDisabled: boolean;
  readonly isEmailConfirmed: boolean;
}

export interface RenewableIdentity extends Identity {
  readonly accountId: string;
  readonly refreshToken: Buffer;
}

export interface CredentialLimit {
  /** `null`: no provider is configured. */
  readonly issuer: string | null;
  readonly days: number;
  readonly now: Instant;
}

interface NewAccount {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly profile: Profile;
  readonly passwordHash: string;
  readonly at: Instant;
}

/** A confirmation with a future time, written by a clock that was ahead, counts as made now. */
const credentialsUntil = ({ issuer, days, now }: CredentialLimit) =>
  sql`(select least(i.refused_at, least(i.confirmed_at, ${new Date(now)}::timestamptz) + ${`${days} days`}::interval)
    from provider_identity i where i.account_id = a.id and i.issuer = ${issuer}::text)`;

export const createIdentitiesRepository = (db: Connection) => {
  const accounts = () =>
    db
      .selectFrom('account as a')
      .select(['a.id', 'a.email', 'a.profile', 'a.disabled_at', 'a.email_confirmed_at'])
      .forNoKeyUpdate('a');
  const toAccount = (
    row:
      | {
          id: string;
          email: string;
          profile: Profile;
          disabled_at: Date | null;
          email_confirmed_at: Date | null;
        }
      | undefined,
  ): ExistingAccount | null =>
    row === undefined
      ? null
      : {
          id: row.id,
          email: row.email,
          profile: row.profile,
          isDisabled: row.disabled_at !== null,
          isEmailConfirmed: row.email_confirmed_at !== null,
        };

  const update = ({ issuer, subject }: Identity) =>
    db.updateTable('provider_identity').where('issuer', '=', issuer).where('subject', '=', subject);

  return {
    /** Locks the account until the transaction ends. */
    accountOf: async ({ issuer, subject }: Identity): Promise<ExistingAccount | null> =>
      toAccount(
        await accounts()
          .innerJoin('provider_identity as p', 'p.account_id', 'a.id')
          .where('p.issuer', '=', issuer)
          .where('p.subject', '=', subject)
          .executeTakeFirst(),
      ),
    /** Locks the account until the transaction ends. */
    accountBy: async (email: string): Promise<ExistingAccount | null> =>
      toAccount(await accounts().where('a.email', '=', email).executeTakeFirst()),
    /** @returns false if the account is already linked to another person of this provider, or the person to another account */
    async link({ issuer, subject }: Identity, accountId: string, at: Instant): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('provider_identity')
        .values({
          issuer,
          subject,
          account_id: accountId,
          linked_at: new Date(at),
          confirmed_at: new Date(at),
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      return (numInsertedOrUpdatedRows ?? 0n) > 0n;
    },
    /** Records that the provider confirmed the person. @param refreshToken - encrypted; `null`: none */
    async confirm(identity: Identity, at: Instant, refreshToken: Buffer | null): Promise<void> {
      await update(identity)
        .set({ confirmed_at: new Date(at), refused_at: null, refresh_token: refreshToken })
        .execute();
    },
    /** Records that the provider refused the refresh token, and deletes the token. */
    async refuse(identity: Identity, at: Instant): Promise<void> {
      await update(identity)
        .set({ refused_at: new Date(at), refresh_token: null })
        .execute();
    },
    /** Removes the refresh token; the last confirmation stays. */
    async forgetToken(identity: Identity): Promise<void> {
      await update(identity).set({ refresh_token: null }).execute();
    },
    /** Identities with a refresh token; those confirmed longest ago first. */
    async renewable(issuer: string): Promise<readonly RenewableIdentity[]> {
      const rows = await db
        .selectFrom('provider_identity')
        .where('issuer', '=', issuer)
        .where('refresh_token', 'is not', null)
        .select(['issuer', 'subject', 'account_id as accountId', 'refresh_token as refreshToken'])
        .$narrowType<{ refreshToken: Buffer }>()
        .orderBy('confirmed_at')
        .execute();
      return rows;
    },
    /**
     * Locks the identity and its account until the transaction ends. @returns `null` if another refresh token has replaced this
     * one
     */
    async holdRenewable({
      issuer,
      subject,
      refreshToken,
    }: RenewableIdentity): Promise<ExistingAccount | null> {
      const row = await accounts()
        .innerJoin('provider_identity as p', 'p.account_id', 'a.id')
        .where('p.issuer', '=', issuer)
        .where('p.subject', '=', subject)
        .where('p.refresh_token', '=', refreshToken)
        .forNoKeyUpdate(['a', 'p'])
        .executeTakeFirst();
      return toAccount(row);
    },
    /**
     * Sets the time until which keys, links and outgoing addresses of the account work: `days` after the last confirmation, or
     * the time of the refusal; no limit without a linked identity. Must be called while the account is locked.
     */
    async limitCredentials(accountId: string, limit: CredentialLimit): Promise<void> {
      await sql`update account a set credentials_until = ${credentialsUntil(limit)} where a.id = ${accountId}`.execute(
        db,
      );
    },
    /** Accounts for which `limitCredentials` would set another instant. */
    async wronglyLimited(limit: CredentialLimit): Promise<readonly string[]> {
      const { rows } = await sql<{ id: string }>`select a.id from account a
        where a.credentials_until is distinct from ${credentialsUntil(limit)}`.execute(db);
      return rows.map(({ id }) => id);
    },
    /** Inserts an account with a confirmed e-mail. @returns `null` if an account with this e-mail exists meanwhile */
    async insertAccount({
      email,
      firstName,
      lastName,
      profile,
      passwordHash,
      at,
    }: NewAccount): Promise<string | null> {
      const row = await db
        .insertInto('account')
        .values({
          email,
          first_name: firstName,
          last_name: lastName,
          profile,
          password_hash: passwordHash,
          email_confirmed_at: new Date(at),
        })
        .onConflict((conflict) => conflict.column('email').doNothing())
        .returning('id')
        .executeTakeFirst();
      return row?.id ?? null;
    },
    /** Confirms the e-mail and replaces a password that another person may know. */
    async claim(accountId: string, passwordHash: string, at: Instant): Promise<void> {
      await db
        .updateTable('account')
        .set({ password_hash: passwordHash, email_confirmed_at: new Date(at) })
        .where('id', '=', accountId)
        .execute();
    },
    async isLinked(accountId: string, issuer: string): Promise<boolean> {
      const row = await db
        .selectFrom('provider_identity')
        .where('account_id', '=', accountId)
        .where('issuer', '=', issuer)
        .select('subject')
        .executeTakeFirst();
      return row !== undefined;
    },
  };
};
