import type { Pool } from 'pg';
import { askedTogether } from '../../platform/memory/asked-together.ts';

const CHANGES = `select (select string_agg(id::text, ' ' order by id) from packed_change where installation_id = given.id) as changes
from unnest($1::integer[]) with ordinality as given (id, place) order by place`;

const BEGINNINGS = `select string_agg(coalesce((
  select min(start)::text from quarter where installation_id = given.id
), ''), ' ' order by place) as beginnings
from unnest($1::integer[]) with ordinality as given (id, place)`;

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
  /** A text that is another one as soon as any of them has an earlier quarter-hour than the first it had. */
  beginnings(installationIds: readonly number[]): Promise<string>;
  forgetOld(): Promise<void>;
}

export const createPackedChangesRepository = (pool: Pool): PackedChangesRepository => ({
  of: askedTogether(async (installationIds) => {
    const { rows } = await pool.query<{ changes: string | null }>({
      name: 'packed-changes',
      text: CHANGES,
      values: [installationIds],
    });
    return rows.map(({ changes }) => changes ?? '');
  }),
  async beginnings(installationIds) {
    const { rows } = await pool.query<{ beginnings: string | null }>({
      name: 'beginnings',
      text: BEGINNINGS,
      values: [installationIds],
    });
    return rows[0]?.beginnings ?? '';
  },
  async forgetOld() {
    await pool.query(FORGET);
  },
});
