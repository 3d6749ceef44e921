import type { Instant } from '@nascente/domain/base/time/zone';
import type { Profile } from '@nascente/domain/people/profiles';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';

interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

export interface KnownAccount {
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
  /** Null: no provider is configured. */
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

interface IdentitiesRepository {
  /** Held until the transaction ends. */
  accountOf(identity: Identity): Promise<KnownAccount | null>;
  /** Held until the transaction ends. */
  accountBy(email: string): Promise<KnownAccount | null>;
  /** @returns false where the account is somebody else at this provider, or the person another account by now. */
  link(identity: Identity, accountId: string, at: Instant): Promise<boolean>;
  /** Notes that the provider confirmed the person. @param refreshToken encrypted; null: none. */
  confirm(identity: Identity, at: Instant, refreshToken: Buffer | null): Promise<void>;
  /** Notes that the provider refused the refresh token, which is forgotten. */
  refuse(identity: Identity, at: Instant): Promise<void>;
  /** The refresh token is not asked for again; the last confirmation holds. */
  forgetToken(identity: Identity): Promise<void>;
  /** Identities with a refresh token; the longest unconfirmed first. */
  renewable(issuer: string): Promise<readonly RenewableIdentity[]>;
  /** Holds the identity and its account until the transaction ends. @returns null where another refresh token replaced this one. */
  holdRenewable(identity: RenewableIdentity): Promise<KnownAccount | null>;
  /**
   * Sets until when keys, links and outgoing addresses of the account work: to `days` after the last confirmation, or to the
   * refusal; to no limit without a linked identity. Call it while the account is held.
   */
  limitCredentials(accountId: string, limit: CredentialLimit): Promise<void>;
  /** Accounts for which `limitCredentials` would set another instant. */
  wronglyLimited(limit: CredentialLimit): Promise<readonly string[]>;
  /** With a confirmed e-mail. @returns null where the e-mail belongs to an account by now. */
  insertAccount(account: NewAccount): Promise<string | null>;
  /** Confirms the e-mail, and replaces a password that somebody else may know. */
  claim(accountId: string, passwordHash: string, at: Instant): Promise<void>;
  isLinked(accountId: string, issuer: string): Promise<boolean>;
}

/** A confirmation by a clock that was ahead counts as one of now. */
const credentialsUntil = ({ issuer, days, now }: CredentialLimit) =>
  sql`(select least(i.refused_at, least(i.confirmed_at, ${new Date(now)}::timestamptz) + ${`${days} days`}::interval)
    from provider_identity i where i.account_id = a.id and i.issuer = ${issuer}::text)`;

export const createIdentitiesRepository = (db: Connection): IdentitiesRepository => {
  const accounts = () =>
    db
      .selectFrom('account as a')
      .select(['a.id', 'a.email', 'a.profile', 'a.disabled_at', 'a.email_confirmed_at'])
      .forNoKeyUpdate('a');
  const toKnownAccount = (
    row:
      | {
          id: string;
          email: string;
          profile: Profile;
          disabled_at: Date | null;
          email_confirmed_at: Date | null;
        }
      | undefined,
  ): KnownAccount | null =>
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
    accountOf: async ({ issuer, subject }) =>
      toKnownAccount(
        await accounts()
          .innerJoin('provider_identity as p', 'p.account_id', 'a.id')
          .where('p.issuer', '=', issuer)
          .where('p.subject', '=', subject)
          .executeTakeFirst(),
      ),
    accountBy: async (email) =>
      toKnownAccount(await accounts().where('a.email', '=', email).executeTakeFirst()),
    async link({ issuer, subject }, accountId, at) {
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
    async confirm(identity, at, refreshToken) {
      await update(identity)
        .set({ confirmed_at: new Date(at), refused_at: null, refresh_token: refreshToken })
        .execute();
    },
    async refuse(identity, at) {
      await update(identity)
        .set({ refused_at: new Date(at), refresh_token: null })
        .execute();
    },
    async forgetToken(identity) {
      await update(identity).set({ refresh_token: null }).execute();
    },
    async renewable(issuer) {
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
    async holdRenewable({ issuer, subject, refreshToken }) {
      const row = await accounts()
        .innerJoin('provider_identity as p', 'p.account_id', 'a.id')
        .where('p.issuer', '=', issuer)
        .where('p.subject', '=', subject)
        .where('p.refresh_token', '=', refreshToken)
        .forNoKeyUpdate(['a', 'p'])
        .executeTakeFirst();
      return toKnownAccount(row);
    },
    async limitCredentials(accountId, limit) {
      await sql`update account a set credentials_until = ${credentialsUntil(limit)} where a.id = ${accountId}`.execute(
        db,
      );
    },
    async wronglyLimited(limit) {
      const { rows } = await sql<{ id: string }>`select a.id from account a
        where a.credentials_until is distinct from ${credentialsUntil(limit)}`.execute(db);
      return rows.map(({ id }) => id);
    },
    async insertAccount({ email, firstName, lastName, profile, passwordHash, at }) {
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
    async claim(accountId, passwordHash, at) {
      await db
        .updateTable('account')
        .set({ password_hash: passwordHash, email_confirmed_at: new Date(at) })
        .where('id', '=', accountId)
        .execute();
    },
    async isLinked(accountId, issuer) {
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
