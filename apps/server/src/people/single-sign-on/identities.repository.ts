import type { Instant } from '@nascente/domain/base/time/zone';
import type { Profile } from '@nascente/domain/people/profiles';
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
  use(identity: Identity, at: Instant): Promise<void>;
  /** With a confirmed e-mail. @returns null where the e-mail belongs to an account by now. */
  insertAccount(account: NewAccount): Promise<string | null>;
  /** Confirms the e-mail, and replaces a password that somebody else may know. */
  claim(accountId: string, passwordHash: string, at: Instant): Promise<void>;
  isLinked(accountId: string, issuer: string): Promise<boolean>;
}

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
          last_used_at: new Date(at),
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      return (numInsertedOrUpdatedRows ?? 0n) > 0n;
    },
    async use({ issuer, subject }, at) {
      await db
        .updateTable('provider_identity')
        .set({ last_used_at: new Date(at) })
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .execute();
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
