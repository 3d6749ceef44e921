import { type Expression, type SqlBool, sql } from 'kysely';
import { holdAccount } from '../../platform/database/account-conditions.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { PREPARED } from '../../platform/database/planned-once.ts';
import type { Viewer } from '../meters/index.ts';
import type { Establishment } from './establishment.ts';
import { toEstablishment } from './establishment-row.ts';

interface NewLocation {
  readonly ownerId: string;
  readonly name: string;
  readonly address: string;
  readonly postalCode: string;
  readonly description: string;
}

export type EstablishmentsRepository = ReturnType<typeof createEstablishmentsRepository>;

/** A client user sees an establishment through the meters that it was given there and that are in use. */
export const seenBy = ({ accountId, scope }: Viewer): Expression<SqlBool> => {
  switch (scope) {
    case 'all':
      return sql`true`;
    case 'own':
      return sql`e.owner_id = ${accountId}`;
    case 'own-and-clients':
      return sql`(e.owner_id = ${accountId} or e.owner_id in (select id from account where manager_id = ${accountId}))`;
    case 'given':
      return sql`exists (select from meter_access g join installation i on i.id = g.installation_id
        where g.account_id = ${accountId} and i.establishment_id = e.id and i.removed_at is null)`;
  }
};

export const createEstablishmentsRepository = (db: Connection) => ({
  /** Those of the given ids that the viewer sees, unordered. */
  async find(viewer: Viewer, ids: readonly string[]): Promise<readonly Establishment[]> {
    const rows = await db
      .selectFrom('establishment as e')
      .selectAll('e')
      .where('e.id', '=', sql<string>`any(${ids}::uuid[])`)
      .where(seenBy(viewer))
      .modifyEnd(PREPARED)
      .execute();
    return rows.map(toEstablishment);
  },
  /** Those that the viewer sees, unordered. */
  async list(viewer: Viewer): Promise<readonly Establishment[]> {
    const rows = await db
      .selectFrom('establishment as e')
      .selectAll('e')
      .where(seenBy(viewer))
      .modifyEnd(PREPARED)
      .execute();
    return rows.map(toEstablishment);
  },
  /** @param request - identified by its hash. @returns its id */
  async insertLocation(location: NewLocation, request?: { hash: Buffer; at: Date }): Promise<string> {
    const { id } = await db
      .insertInto('establishment')
      .values({
        owner_id: location.ownerId,
        name: location.name,
        address: location.address,
        postal_code: location.postalCode,
        description: location.description,
        ...(request && { request_hash: request.hash, created_at: request.at }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  },
  /** The unchanged establishment that the same request created since then. */
  async locationOf(ownerId: string, hash: Buffer, since: Date): Promise<string | null> {
    const row = await db
      .selectFrom('establishment')
      .where('owner_id', '=', ownerId)
      .where('cnpj', 'is', null)
      .where('request_hash', '=', hash)
      .where('created_at', '>=', since)
      .select('id')
      .executeTakeFirst();
    return row?.id ?? null;
  },
  /** Until the transaction ends, no other location can be created for the account. */
  async holdOwner(ownerId: string): Promise<void> {
    await holdAccount(db, ownerId);
  },
});
