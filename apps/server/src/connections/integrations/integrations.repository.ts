import type { IntegrationKind } from '@nascente/contract/connections/integrations';
import type { Instant } from '@nascente/domain/base/time/zone';
import { holdAccount } from '../../platform/database/account-conditions.ts';
import type { Connection } from '../../platform/database/open-database.ts';

interface NewIntegration {
  readonly accountId: string;
  readonly kind: IntegrationKind;
  readonly name: string;
  readonly prefix: string;
  readonly keyHash: Buffer;
  readonly boards: readonly string[] | null;
  readonly at: Instant;
}

export interface StoredIntegration {
  readonly id: string;
  readonly accountId: string;
  readonly email: string;
  readonly kind: IntegrationKind;
  readonly name: string;
  readonly prefix: string;
  readonly boards: string[] | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** The scope of a query: one account's integrations, or all of the kinds that an Admin manages. */
interface Reach {
  readonly accountId: string;
  readonly everybodys: readonly IntegrationKind[];
}

export type IntegrationsRepository = ReturnType<typeof createIntegrationsRepository>;

export const createIntegrationsRepository = (db: Connection) => {
  const within = (connection: Connection, { accountId, everybodys }: Reach) => {
    const all = connection
      .selectFrom('integration as g')
      .innerJoin('account as a', 'a.id', 'g.account_id')
      .select(['g.id', 'g.account_id as accountId', 'a.email', 'g.kind', 'g.name', 'g.prefix', 'g.boards'])
      .select(['g.created_at as createdAt', 'g.last_used_at as lastUsedAt']);
    return all.where((where) =>
      everybodys.length === 0
        ? where('g.account_id', '=', accountId)
        : where.or([where('g.account_id', '=', accountId), where('g.kind', 'in', [...everybodys])]),
    );
  };
  return {
    /** @returns `null` if the account has the maximum number already; concurrent requests cannot exceed it */
    insert: (
      integration: NewIntegration,
      max: number,
      alongside: (within: Connection) => Promise<void>,
    ): Promise<StoredIntegration | null> =>
      db.transaction().execute(async (connection) => {
        const { accountId, kind, name, prefix, keyHash, boards, at } = integration;
        await holdAccount(connection, accountId);
        const { count } = await connection
          .selectFrom('integration')
          .where('account_id', '=', accountId)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow();
        if (count >= max) return null;
        const { id } = await connection
          .insertInto('integration')
          .values({
            account_id: accountId,
            kind,
            name,
            prefix,
            key_hash: keyHash,
            boards: boards === null ? null : [...boards],
            created_at: new Date(at),
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        await alongside(connection);
        return within(connection, { accountId, everybodys: [] })
          .where('g.id', '=', id)
          .executeTakeFirstOrThrow();
      }),
    list: (reach: Reach): Promise<readonly StoredIntegration[]> =>
      within(db, reach).orderBy('g.created_at', 'desc').orderBy('g.id', 'desc').execute(),
    /** @returns the removed integration; `null` if there is none within reach. */
    remove: (
      id: string,
      reach: Reach,
      alongside: (removed: StoredIntegration, within: Connection) => Promise<void>,
    ): Promise<StoredIntegration | null> =>
      db.transaction().execute(async (connection) => {
        const found = await within(connection, reach).where('g.id', '=', id).executeTakeFirst();
        if (found === undefined) return null;
        const { numDeletedRows } = await connection
          .deleteFrom('integration')
          .where('id', '=', id)
          .executeTakeFirst();
        if (numDeletedRows === 0n) return null;
        await alongside(found, connection);
        return found;
      }),
  };
};
