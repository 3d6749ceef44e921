import pg from 'pg';
import type { Connection } from '../../platform/database/open-database.ts';
import type { Viewer } from '../meters/index.ts';
import type { Establishment } from './establishment.ts';
import { type EstablishmentColumns, toEstablishment } from './establishment-row.ts';
import { seenBy } from './establishments.repository.ts';

/** A request that creates an establishment, told from others by its hash. */
interface CreatingRequest {
  readonly ownerId: string;
  readonly cnpj: string;
  readonly hash: Buffer;
  readonly at: Date;
}

export interface EstablishmentWrites {
  /** @returns its id; null where the owner has an establishment of that CNPJ. */
  insert(request: CreatingRequest, columns: EstablishmentColumns & { name: string }): Promise<string | null>;
  /** What the same request created since then, and nobody has changed. */
  createdBy(request: CreatingRequest, since: Date): Promise<string | null>;
  /** Held until the transaction ends, from changes and from new meters. */
  lock(viewer: Viewer, id: string): Promise<Establishment | null>;
  update(id: string, columns: EstablishmentColumns): Promise<void>;
  /** Installations that were ever at the establishment. */
  installations(id: string): Promise<{ inUse: number; removed: number }>;
  remove(id: string): Promise<void>;
  /** Whether it is a tariff of electricity: a bill of water goes by the meter's own. */
  isElectricTariff(id: string): Promise<boolean>;
  /** Whether a person may let an establishment refer to an image: it is that person's own upload. */
  isUploadOf(accountId: string, imageId: string): Promise<boolean>;
}

/** Whether the database refused a second establishment of one CNPJ and owner. */
export const isCnpjTaken = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === 'establishment_cnpj';

const createReferences = (db: Connection): Pick<EstablishmentWrites, 'isElectricTariff' | 'isUploadOf'> => ({
  async isElectricTariff(id) {
    const found = await db
      .selectFrom('tariff')
      .where('id', '=', id)
      .where('type', '=', 'eletric')
      .select('id')
      .executeTakeFirst();
    return found !== undefined;
  },
  async isUploadOf(accountId, imageId) {
    const found = await db
      .selectFrom('image')
      .where('id', '=', imageId)
      .where('account_id', '=', accountId)
      .select('id')
      .executeTakeFirst();
    return found !== undefined;
  },
});

export const createEstablishmentWrites = (db: Connection): EstablishmentWrites => ({
  ...createReferences(db),
  async insert({ ownerId, hash, at }, columns) {
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
  async createdBy({ ownerId, cnpj, hash }, since) {
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
  async lock(viewer, id) {
    const row = await db
      .selectFrom('establishment as e')
      .selectAll('e')
      .where('e.id', '=', id)
      .where(seenBy(viewer))
      .forUpdate('e')
      .executeTakeFirst();
    return row ? toEstablishment(row) : null;
  },
  async update(id, columns) {
    await db
      .updateTable('establishment')
      .set({ ...columns, request_hash: null })
      .where('id', '=', id)
      .execute();
  },
  async installations(id) {
    const rows = await db
      .selectFrom('installation')
      .where('establishment_id', '=', id)
      .select('removed_at')
      .execute();
    const inUse = rows.filter(({ removed_at }) => removed_at === null).length;
    return { inUse, removed: rows.length - inUse };
  },
  async remove(id) {
    await db.deleteFrom('establishment').where('id', '=', id).execute();
  },
});
