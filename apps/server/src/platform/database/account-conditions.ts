import { AsyncLocalStorage } from 'node:async_hooks';
import type { Instant } from '@nascente/domain/base/time/zone';
import { type RawBuilder, sql } from 'kysely';
import { Expired } from '../errors.ts';
import type { Connection } from './open-database.ts';

interface ActingCredential {
  /** SHA-256 of the session token. */
  readonly sessionHash: Buffer;
  /** Present if the change is made by an API key. */
  readonly apiKey?: unknown;
}

const acting = new AsyncLocalStorage<ActingCredential>();

/** Makes a change by a credential: {@link holdAccount} refuses it once the credential was removed. */
export const actingAs = <T>(credential: ActingCredential, change: () => T): T =>
  acting.run(credential, change);

const requireActingCredential = async (within: Connection): Promise<void> => {
  const credential = acting.getStore();
  if (credential === undefined) return;
  const { sessionHash, apiKey } = credential;
  const found =
    apiKey === undefined
      ? await within
          .selectFrom('session')
          .where('token_hash', '=', sessionHash)
          .select('id')
          .executeTakeFirst()
      : await within
          .selectFrom('api_key')
          .where('key_hash', '=', sessionHash)
          .select('id')
          .executeTakeFirst();
  if (found === undefined) throw new Expired();
};

/**
 * Locks an account's row until the transaction ends. A transaction that counts rows of the account before an insert calls this
 * first, so that two concurrent inserts cannot both pass a limit. Throws Expired if the session or key was removed while it
 * waited for the lock.
 */
export const holdAccount = async (within: Connection, accountId: string): Promise<void> => {
  await within.selectFrom('account').where('id', '=', accountId).select('id').forNoKeyUpdate().execute();
  await requireActingCredential(within);
};

/** SQL condition: the account with this alias is enabled. A client user is disabled while its Manager is. */
export const enabledAccount = (alias: string): string =>
  `(${alias}.disabled_at is null and not exists (select from account manager
    where manager.id = ${alias}.manager_id and manager.disabled_at is not null))`;

/** The condition of {@link enabledAccount} for Kysely. */
export const isEnabledAccount = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.raw(enabledAccount(alias))}`;

/**
 * SQL condition: API keys, links and outgoing addresses of the account with this alias work at `at`. If the account is linked to
 * an identity provider, they are suspended after the configured time without a confirmation.
 */
export const hasValidCredentials = (alias: string, at: Instant): RawBuilder<boolean> => {
  const until = sql.ref(`${alias}.credentials_until`);
  return sql<boolean>`(${until} is null or ${until} > ${new Date(at)})`;
};

/** The condition of {@link hasValidCredentials} for the account of a row of `table`. */
export const ofValidAccount = (table: string, at: Instant): RawBuilder<boolean> =>
  sql<boolean>`exists (select from account a where a.id = ${sql.ref(`${table}.account_id`)} and ${hasValidCredentials('a', at)})`;
