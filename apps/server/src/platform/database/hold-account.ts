import type { Connection } from './open-database.ts';

/**
 * Holds an account's row until the transaction ends. Whoever counts what an account has before adding to it holds the
 * account first, so that two who count at once do not both stay below the limit.
 */
export const holdAccount = async (within: Connection, accountId: string): Promise<void> => {
  await within.selectFrom('account').where('id', '=', accountId).select('id').forNoKeyUpdate().execute();
};
