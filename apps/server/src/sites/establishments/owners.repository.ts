import { holdAccount } from '../../platform/database/account-conditions.ts';
import type { Connection } from '../../platform/database/open-database.ts';

export type OwnersRepository = ReturnType<typeof createOwnersRepository>;

export const createOwnersRepository = (db: Connection) => ({
  /** Whether an account exists, is enabled and is no client user, which cannot own establishments. */
  async mayOwn(accountId: string): Promise<boolean> {
    const found = await db
      .selectFrom('account')
      .where('id', '=', accountId)
      .where('disabled_at', 'is', null)
      .where('profile', '<>', 'client')
      .select('id')
      .executeTakeFirst();
    return found !== undefined;
  },
  /** The number of establishments of an account, locked against additions until the transaction ends. */
  async holdEstablishments(accountId: string): Promise<number> {
    await holdAccount(db, accountId);
    const { establishments } = await db
      .selectFrom('establishment')
      .where('owner_id', '=', accountId)
      .select((is) => is.fn.countAll<number>().as('establishments'))
      .executeTakeFirstOrThrow();
    return establishments;
  },
});
