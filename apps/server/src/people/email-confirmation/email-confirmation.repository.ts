import type { Instant } from '@nascente/domain/base/time/zone';
import { isEnabledAccount } from '../../platform/database/account-conditions.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { insertMailedToken, type MailedToken } from '../accounts/index.ts';

const date = (at: Instant): Date => new Date(at);

export const createEmailConfirmationRepository = (db: Connection) => ({
  /** `null`: the account was removed or is disabled. */
  async findAddressee(accountId: string) {
    const row = await db
      .selectFrom('account')
      .where('id', '=', accountId)
      .where(isEnabledAccount('account'))
      .select(['email', 'email_confirmed_at'])
      .executeTakeFirst();
    return row ? { email: row.email, isConfirmed: row.email_confirmed_at !== null } : null;
  },
  /** Inserts a token, and removes expired ones. */
  insertToken: (token: MailedToken): Promise<void> => insertMailedToken(db, 'confirmation_token', token),
  /** @returns whether the token belongs to the account and has not expired. Confirming again changes nothing. */
  async confirm(accountId: string, tokenHash: Buffer, now: Instant): Promise<boolean> {
    const row = await db
      .updateTable('account')
      .set((account) => ({
        email_confirmed_at: account.fn.coalesce('email_confirmed_at', account.val(date(now))),
      }))
      .where('id', '=', accountId)
      .where('id', '=', (tokens) =>
        tokens
          .selectFrom('confirmation_token')
          .select('account_id')
          .where('token_hash', '=', tokenHash)
          .where('expires_at', '>', date(now)),
      )
      .returning('id')
      .executeTakeFirst();
    return row !== undefined;
  },
});
