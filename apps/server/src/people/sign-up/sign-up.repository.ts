import { isEnabledAccount } from '../../platform/database/account-conditions.ts';
import type { Connection } from '../../platform/database/open-database.ts';

interface NewAccount {
  readonly email: string;
  readonly passwordHash: string;
  readonly firstName: string;
  /** The partner that the sign-up link names; stored only if it is the id of a partner. */
  readonly partnerId: string | null;
}

export const createSignUpRepository = (db: Connection) => ({
  /**
   * Inserts an account of profile `user` with an unconfirmed e-mail, and calls `alongside` in the same transaction. @returns its
   * id, or `null` if the e-mail belongs to another account
   */
  insert: (
    { email, passwordHash, firstName, partnerId }: NewAccount,
    alongside: (accountId: string, within: Connection) => Promise<void>,
  ): Promise<string | null> =>
    db.transaction().execute(async (within) => {
      const row = await within
        .insertInto('account')
        .values(({ selectFrom }) => ({
          email,
          password_hash: passwordHash,
          first_name: firstName,
          partner_id: selectFrom('account as p')
            .where('p.id', '=', partnerId)
            .where('p.profile', '=', 'partner')
            .where(isEnabledAccount('p'))
            .select('p.id'),
        }))
        .onConflict((conflict) => conflict.column('email').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!row) return null;
      await alongside(row.id, within);
      return row.id;
    }),
});
