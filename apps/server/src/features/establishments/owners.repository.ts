import type { Connection } from '../../platform/database/open-database.ts';

export interface OwnersRepository {
  /** Whether an account is there, is not disabled, and is no client user: those own nothing. */
  mayOwn(accountId: string): Promise<boolean>;
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
});
