import { holdAccount } from '../../platform/database/account-conditions.ts';
import type { Connection } from '../../platform/database/open-database.ts';

export interface OwnersRepository {
  /** Whether an account is there, is not disabled, and is no client user: those own nothing. */
  mayOwn(accountId: string): Promise<boolean>;
  /** How many establishments an account owns; until the transaction ends nobody else counts them to add one. */
  holdEstablishments(accountId: string): Promise<number>;
}

export const createOwnersRepository = (db: Connection): OwnersRepository => ({
  async mayOwn(accountId) {
    const found = await db
      .selectFrom('account')
      .where('id', '=', accountId)
      .where('disabled_at', 'is', null)
      .where('profile', '<>', 'client')
      .select('id')
      .executeTakeFirst();
    return found !== undefined;
  },
  async holdEstablishments(accountId) {
    await holdAccount(db, accountId);
    const { establishments } = await db
      .selectFrom('establishment')
      .where('owner_id', '=', accountId)
      .select((is) => is.fn.countAll<number>().as('establishments'))
      .executeTakeFirstOrThrow();
    return establishments;
  },
});
