import { type RawBuilder, sql } from 'kysely';

/**
 * SQL for: the account under this alias may be used at all. A client user's is not while its Manager's is disabled:
 * what the client user sees is the Manager's.
 */
export const enabledAccount = (alias: string): string =>
  `(${alias}.disabled_at is null and not exists (select from account manager
    where manager.id = ${alias}.manager_id and manager.disabled_at is not null))`;

/** The same as a condition of a query. */
export const isEnabledAccount = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.raw(enabledAccount(alias))}`;
