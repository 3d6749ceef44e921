import type { Instant } from '@nascente/domain/base/time/zone';
import { type RawBuilder, sql } from 'kysely';

/**
 * SQL condition: API keys, links and outgoing addresses of the account under this alias work at `at`. Those of an account that is
 * linked to an identity provider pause once the provider has not confirmed it for the configured time.
 */
export const hasValidCredentials = (alias: string, at: Instant): RawBuilder<boolean> => {
  const until = sql.ref(`${alias}.credentials_until`);
  return sql<boolean>`(${until} is null or ${until} > ${new Date(at)})`;
};

/** The same for the account of a row of `table`. */
export const ofValidAccount = (table: string, at: Instant): RawBuilder<boolean> =>
  sql<boolean>`exists (select from account a where a.id = ${sql.ref(`${table}.account_id`)} and ${hasValidCredentials('a', at)})`;
