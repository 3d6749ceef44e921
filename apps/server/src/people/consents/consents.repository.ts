import type { Instant } from '@nascente/domain/base/time/zone';
import type { LegalDocument } from '@nascente/domain/people/legal';
import type { Connection } from '../../platform/database/open-database.ts';
import type { ResultRow } from '../../platform/database/schema.ts';

interface NewConsent {
  readonly accountId: string;
  readonly document: LegalDocument;
  readonly version: string;
  readonly at: Instant;
  readonly address: string;
  readonly device: string;
}

export type StoredConsent = ResultRow<typeof createConsentsRepository, 'listOf'>;

export type ConsentOfSomebody = ResultRow<typeof createConsentsRepository, 'list'>;

export const createConsentsRepository = (db: Connection) => {
  const fields = [
    'c.id',
    'c.document',
    'c.version',
    'c.accepted_at as acceptedAt',
    'c.address',
    'c.device',
  ] as const;
  const everybody = () =>
    db
      .selectFrom('consent as c')
      .innerJoin('account as a', 'a.id', 'c.account_id')
      .select(fields)
      .select(['c.withdrawn_at as withdrawnAt', 'c.account_id as accountId', 'a.email']);
  return {
    /** @returns whether it was inserted; `false`: an equal consent exists */
    async insert({ accountId, document, version, at, address, device }: NewConsent): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('consent')
        .values({ account_id: accountId, document, version, accepted_at: new Date(at), address, device })
        .onConflict((standing) =>
          standing
            .columns(['account_id', 'document', 'version'])
            .where('withdrawn_at', 'is', null)
            .doNothing(),
        )
        .executeTakeFirstOrThrow();
      return (numInsertedOrUpdatedRows ?? 0n) > 0n;
    },
    /** Newest first. */
    listOf: (accountId: string) =>
      db
        .selectFrom('consent as c')
        .where('c.account_id', '=', accountId)
        .select(fields)
        .select('c.withdrawn_at as withdrawnAt')
        .orderBy('c.accepted_at', 'desc')
        .orderBy('c.id', 'desc')
        .execute(),
    /** @returns the number of withdrawn consents. */
    async withdraw(accountId: string, document: LegalDocument, at: Instant): Promise<number> {
      const { numUpdatedRows } = await db
        .updateTable('consent')
        .set({ withdrawn_at: new Date(at) })
        .where('account_id', '=', accountId)
        .where('document', '=', document)
        .where('withdrawn_at', 'is', null)
        .executeTakeFirstOrThrow();
      return Number(numUpdatedRows);
    },
    /** Consents of all accounts, newest first. */
    list: ({ limit, skip }: { limit: number; skip: number }) =>
      everybody()
        .orderBy('c.accepted_at', 'desc')
        .orderBy('c.id', 'desc')
        .limit(limit)
        .offset(skip)
        .execute(),
    async count(): Promise<number> {
      const { consents } = await db
        .selectFrom('consent')
        .select(({ fn }) => fn.countAll<number>().as('consents'))
        .executeTakeFirstOrThrow();
      return consents;
    },
    /** Consents of all accounts with an id above `id`, in ascending order; `null`: from the first. */
    after: (id: string | null, limit: number) =>
      everybody()
        .$if(id !== null, (query) => query.where('c.id', '>', id ?? ''))
        .orderBy('c.id')
        .limit(limit)
        .execute(),
  };
};
