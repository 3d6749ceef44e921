import { sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';

export interface EstablishmentRecord {
  /** The stored JSON; `null`: unknown. */
  readonly businessHours: unknown;
  /** A fingerprint of the entered electricity bills; null: none. */
  readonly entered: string | null;
}

export const createEstablishmentRecordsRepository = (
  db: Connection,
): { read(id: string): Promise<EstablishmentRecord | null> } => ({
  async read(id) {
    const { rows } = await sql<EstablishmentRecord>`
      select e.business_hours as "businessHours",
        (select md5(string_agg(b::text, ' ' order by b.id)) from utility_bill b
          where b.establishment_id = e.id and b.type = 'eletric') as entered
      from establishment e where e.id = ${id}`.execute(db);
    return rows[0] ?? null;
  },
});
