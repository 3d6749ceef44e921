import type { Instant } from '@nascente/domain/base/time/zone';
import { isEnabledAccount } from '../../platform/database/account-conditions.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import type { ResultRow } from '../../platform/database/schema.ts';
import { insertMailedToken, type MailedToken } from '../accounts/index.ts';

interface OwnPasswordChange {
  readonly accountId: string;
  /** The hash that the current password was compared with. */
  readonly provedBy: string;
  readonly passwordHash: string;
  /** The hash of the session that stays signed in. */
  readonly sessionHash: Buffer;
}

export type OwnPasswordRepository = ReturnType<typeof createOwnPasswordRepository>;

export const createOwnPasswordRepository = (db: Connection) => ({
  /**
   * Sets the password, and in the same transaction ends every other session and every recovery link of the account,
   * and calls `alongside`.
   * @returns whether the account still had the password that was proved.
   */
  change: (
    { accountId, provedBy, passwordHash, sessionHash }: OwnPasswordChange,
    alongside: (within: Connection) => Promise<void>,
  ): Promise<boolean> =>
    db.transaction().execute(async (within) => {
      const changed = await within
        .updateTable('account')
        .set({ password_hash: passwordHash })
        .where('id', '=', accountId)
        .where('password_hash', '=', provedBy)
        .returning('id')
        .executeTakeFirst();
      if (!changed) return false;
      await within.deleteFrom('recovery_token').where('account_id', '=', accountId).execute();
      await within
        .deleteFrom('session')
        .where('account_id', '=', accountId)
        .where('token_hash', '!=', sessionHash)
        .execute();
      await alongside(within);
      return true;
    }),
});

export type RecoveringAccount = ResultRow<typeof createRecoveryRepository, 'findByToken'>;

export interface ChangedAccount {
  readonly id: string;
  /** Whether the address was confirmed before the change. If not, another person may have created the account. */
  readonly wasConfirmed: boolean;
}

interface PasswordChange {
  readonly tokenHash: Buffer;
  readonly passwordHash: string;
  readonly at: Instant;
}

export type RecoveryRepository = ReturnType<typeof createRecoveryRepository>;

const date = (at: Instant): Date => new Date(at);

const applyChange = async (within: Connection, accountId: string, change: PasswordChange): Promise<void> => {
  await within
    .updateTable('account')
    .set((account) => ({
      password_hash: change.passwordHash,
      email_confirmed_at: account.fn.coalesce('email_confirmed_at', account.val(date(change.at))),
    }))
    .where('id', '=', accountId)
    .execute();
  for (const table of ['recovery_token', 'known_device', 'known_network', 'session'] as const)
    await within.deleteFrom(table).where('account_id', '=', accountId).execute();
};

export const createRecoveryRepository = (db: Connection) => ({
  /** Finds an enabled account. */
  async findAccount(email: string, now: Instant) {
    const row = await db
      .selectFrom('account as a')
      .where('a.email', '=', email)
      .where(isEnabledAccount('a'))
      .select((account) => [
        'a.id',
        'a.email',
        'a.email_confirmed_at',
        account
          .selectFrom('recovery_token as t')
          .whereRef('t.account_id', '=', 'a.id')
          .where('t.expires_at', '>', date(now))
          .select((token) => token.fn.countAll<number>().as('links'))
          .as('links'),
      ])
      .executeTakeFirst();
    if (row === undefined) return null;
    const { id, links, email_confirmed_at: confirmedAt } = row;
    return { id, email: row.email, isConfirmed: confirmedAt !== null, openLinks: links ?? 0 };
  },
  /** Inserts a token, and removes expired ones. */
  insertToken: (token: MailedToken): Promise<void> => insertMailedToken(db, 'recovery_token', token),
  /** The account of a valid token. */
  async findByToken(tokenHash: Buffer, now: Instant) {
    const row = await db
      .selectFrom('recovery_token as t')
      .innerJoin('account as a', 'a.id', 't.account_id')
      .where('t.token_hash', '=', tokenHash)
      .where('t.expires_at', '>', date(now))
      .where(isEnabledAccount('a'))
      .select(['a.id', 'a.email', 'a.password_hash as passwordHash', 'a.email_confirmed_at'])
      .executeTakeFirst();
    if (row === undefined) return null;
    const { email_confirmed_at: confirmedAt, ...account } = row;
    return { ...account, isConfirmed: confirmedAt !== null };
  },
  /**
   * Uses the token and, in the same transaction, sets the password, ends all sessions and other links of the account, removes its
   * known devices and networks, and calls `alongside`. The link proves the address, which counts as confirmed from then on.
   * @returns whether the token was valid
   */
  changePassword: (
    change: PasswordChange,
    alongside: (account: ChangedAccount, within: Connection) => Promise<void>,
  ): Promise<boolean> =>
    db.transaction().execute(async (within) => {
      // The account is locked first, as for every other link, so that two links cannot deadlock.
      const held = await within
        .selectFrom('account')
        .where('id', '=', (tokens) =>
          tokens.selectFrom('recovery_token').select('account_id').where('token_hash', '=', change.tokenHash),
        )
        .select('email_confirmed_at')
        .forNoKeyUpdate()
        .executeTakeFirst();
      const used = await within
        .deleteFrom('recovery_token')
        .where('token_hash', '=', change.tokenHash)
        .where('expires_at', '>', date(change.at))
        .returning('account_id')
        .executeTakeFirst();
      if (!used) return false;
      await applyChange(within, used.account_id, change);
      await alongside({ id: used.account_id, wasConfirmed: held?.email_confirmed_at != null }, within);
      return true;
    }),
});
