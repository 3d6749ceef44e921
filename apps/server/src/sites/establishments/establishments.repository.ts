import { type Expression, type SqlBool, sql } from 'kysely';
import pg from 'pg';
import { holdAccount } from '../../platform/database/account-conditions.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { PREPARED } from '../../platform/database/planned-statement.ts';
import type { Viewer } from '../meters/index.ts';
import type { Establishment } from './establishment-row.ts';
import { type EstablishmentColumns, toEstablishment } from './establishment-row.ts';

/** A request that creates an establishment, identified by its hash. */
interface CreatingRequest {
  readonly ownerId: string;
  readonly cnpj: string;
  readonly hash: Buffer;
  readonly at: Date;
}

/** Whether the database rejected a second establishment with one CNPJ and owner. */
export const isCnpjTaken = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === 'establishment_cnpj';

export type EstablishmentWrites = ReturnType<typeof createEstablishmentWrites>;

export const createEstablishmentWrites = (db: Connection) => ({
  /** Whether a tariff is one for electricity. Water is billed by the tariff of its meter. */
  async isElectricTariff(id: string): Promise<boolean> {
    const found = await db
      .selectFrom('tariff')
      .where('id', '=', id)
      .where('type', '=', 'eletric')
      .select('id')
      .executeTakeFirst();
    return found !== undefined;
  },
  /** Whether an image was uploaded by the account; an establishment may add only such images. */
  async isUploadOf(accountId: string, imageId: string): Promise<boolean> {
    const found = await db
      .selectFrom('image')
      .where('id', '=', imageId)
      .where('account_id', '=', accountId)
      .select('id')
      .executeTakeFirst();
    return found !== undefined;
  },
  /** @returns its id; `null` if the owner has an establishment with this CNPJ */
  async insert(
    { ownerId, hash, at }: CreatingRequest,
    columns: EstablishmentColumns & { name: string },
  ): Promise<string | null> {
    const row = await db
      .insertInto('establishment')
      .values({ ...columns, owner_id: ownerId, request_hash: hash, created_at: at })
      .onConflict((conflict) =>
        conflict.columns(['owner_id', 'cnpj']).where('cnpj', 'is not', null).doNothing(),
      )
      .returning('id')
      .executeTakeFirst();
    return row?.id ?? null;
  },
  /** The unchanged establishment that the same request created since an instant. */
  async createdBy({ ownerId, cnpj, hash }: CreatingRequest, since: Date): Promise<string | null> {
    const row = await db
      .selectFrom('establishment')
      .where('owner_id', '=', ownerId)
      .where('cnpj', '=', cnpj)
      .where('request_hash', '=', hash)
      .where('created_at', '>=', since)
      .select('id')
      .executeTakeFirst();
    return row?.id ?? null;
  },
  /** Locks an establishment against changes and new meters until the transaction ends. */
  async lock(viewer: Viewer, id: string): Promise<Establishment | null> {
    const row = await db
      .selectFrom('establishment as e')
      .selectAll('e')
      .where('e.id', '=', id)
      .where(seenBy(viewer))
      .forUpdate('e')
      .executeTakeFirst();
    return row ? toEstablishment(row) : null;
  },
  async update(id: string, columns: EstablishmentColumns) {
    await db
      .updateTable('establishment')
      .set({ ...columns, request_hash: null })
      .where('id', '=', id)
      .execute();
  },
  async installations(id: string) {
    const rows = await db
      .selectFrom('installation')
      .where('establishment_id', '=', id)
      .select('removed_at')
      .execute();
    const inUse = rows.filter(({ removed_at }) => removed_at === null).length;
    return { inUse, removed: rows.length - inUse };
  },
  async remove(id: string) {
    await db.deleteFrom('establishment').where('id', '=', id).execute();
  },
});

interface NewLocation {
  readonly ownerId: string;
  readonly name: string;
  readonly address: string;
  readonly postalCode: string;
  readonly description: string;
}

export type EstablishmentsRepository = ReturnType<typeof createEstablishmentsRepository>;

/** SQL condition: the viewer sees the establishment `e`. A client user needs access to a meter that is in use there. */
const seenBy = ({ accountId, scope }: Viewer): Expression<SqlBool> => {
  switch (scope) {
    case 'all':
      return sql`true`;
    case 'own':
      return sql`e.owner_id = ${accountId}`;
    case 'own-and-clients':
      return sql`(e.owner_id = ${accountId} or e.owner_id in (select id from account where manager_id = ${accountId}))`;
    case 'granted':
      return sql`exists (select from meter_access g join installation i on i.id = g.installation_id
        where g.account_id = ${accountId} and i.establishment_id = e.id and i.removed_at is null)`;
  }
};

export const createEstablishmentsRepository = (db: Connection) => ({
  /** The establishments with these ids that the viewer sees, unordered. */
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
  /** The establishments that the viewer sees, unordered. */
  async list(viewer: Viewer): Promise<readonly Establishment[]> {
    const rows = await db
      .selectFrom('establishment as e')
      .selectAll('e')
      .where(seenBy(viewer))
      .modifyEnd(PREPARED)
      .execute();
    return rows.map(toEstablishment);
  },
  /** @param request - hash and time of the request, to recognise a repetition @returns the id */
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
  /** The unchanged location that the same request created since an instant. */
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
  /** Prevents other new locations of the account until the transaction ends. */
  async holdOwner(ownerId: string): Promise<void> {
    await holdAccount(db, ownerId);
  },
});
