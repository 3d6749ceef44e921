import type { Pool } from 'pg';

const CHANGES = `select (select string_agg(id::text, ' ' order by id) from packed_change where installation_id = given.id) as changes
from unnest($1::integer[]) with ordinality as given (id, place) order by place`;

/** Nobody remembers anything for so long. */
const FORGET = `delete from packed_change old
using (select installation_id, max(id) as newest from packed_change group by installation_id) kept
where old.installation_id = kept.installation_id and old.id < kept.newest and old.at < now() - interval '3 days'`;

export interface PackedChangesRepository {
  /**
   * Of each installation a text that is another one as soon as any packed day of it is written or undone. What is made of
   * packed days is to be kept with the text that was read before them.
   */
  of(installationIds: readonly number[]): Promise<readonly string[]>;
  forgetOld(): Promise<void>;
}

export const createPackedChangesRepository = (pool: Pool): PackedChangesRepository => ({
  async of(installationIds) {
    if (installationIds.length === 0) return [];
    const { rows } = await pool.query<{ changes: string | null }>({
      name: 'packed-changes',
      text: CHANGES,
      values: [installationIds],
    });
    return rows.map(({ changes }) => changes ?? '');
  },
  async forgetOld() {
    await pool.query(FORGET);
  },
});
