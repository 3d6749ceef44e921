import type { Connection } from '../../platform/database/open-database.ts';

export interface NewAccount {
  readonly email: string;
  readonly passwordHash: string;
  readonly firstName: string;
}

export interface SignUpRepository {
  /**
   * Inserts an account of profile `user` whose e-mail is not confirmed, and calls `alongside` in the same transaction.
   * @returns its id, or null when the e-mail belongs to an account already.
   */
  insert(
    account: NewAccount,
    alongside: (accountId: string, within: Connection) => Promise<void>,
  ): Promise<string | null>;
}

export const createSignUpRepository = (db: Connection): SignUpRepository => ({
  insert: ({ email, passwordHash, firstName }, alongside) =>
    db.transaction().execute(async (within) => {
      const row = await within
        .insertInto('account')
        .values({ email, password_hash: passwordHash, first_name: firstName })
        .onConflict((conflict) => conflict.column('email').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!row) return null;
      await alongside(row.id, within);
      return row.id;
    }),
});
