import type { Connection } from '../../platform/database/open-database.ts';

interface OwnPasswordChange {
  readonly accountId: string;
  /** The hash that the current password was compared with. */
  readonly provedBy: string;
  readonly passwordHash: string;
  /** The hash of the session that goes on. */
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
