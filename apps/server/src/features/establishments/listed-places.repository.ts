import { sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';
import { PLANNED_ONCE } from '../../platform/database/planned-once.ts';
import type { RowVersions, VersionedRow } from '../../platform/database/remembered-rows.ts';
import type { Viewer } from '../meters/index.ts';
import type { Establishment } from './establishment.ts';
import { toEstablishment } from './establishment-row.ts';
import { seenBy } from './establishments.repository.ts';

const LIFE = sql<string>`pg_postmaster_start_time()::text`.as('life');

/** Asks which places somebody sees, in no order, and what each was written by, without reading them. */
export interface ListedPlacesRepository {
  versions(viewer: Viewer): Promise<RowVersions<string>>;
  /** Those of these that somebody sees. */
  read(viewer: Viewer, ids: readonly string[]): Promise<ReadonlyMap<string, VersionedRow<Establishment>>>;
}

export const createListedPlacesRepository = (db: Connection): ListedPlacesRepository => ({
  async versions(viewer) {
    const { life, ids, versions } = await db
      .selectFrom('establishment as e')
      .select([
        LIFE,
        // Columns of texts: a row a place would take longer to send and to take in than all the rest.
        sql<string | null>`string_agg(e.id::text, ',' order by e.id)`.as('ids'),
        sql<string | null>`string_agg(e.xmin::text, ',' order by e.id)`.as('versions'),
      ])
      .where(seenBy(viewer))
      .modifyEnd(PLANNED_ONCE)
      .executeTakeFirstOrThrow();
    return { life, ids: ids?.split(',') ?? [], versions: versions?.split(',') ?? [] };
  },
  async read(viewer, ids) {
    const rows = await db
      .selectFrom('establishment as e')
      .selectAll('e')
      .select([LIFE, sql<string>`e.xmin::text`.as('version')])
      .where(sql<boolean>`e.id = any(${ids}::uuid[])`)
      .where(seenBy(viewer))
      .modifyEnd(PLANNED_ONCE)
      .execute();
    return new Map(
      rows.map((row) => [row.id, { life: row.life, version: row.version, row: toEstablishment(row) }]),
    );
  },
});
