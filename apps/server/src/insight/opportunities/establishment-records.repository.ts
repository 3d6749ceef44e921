import { sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';

/** What an establishment has said of itself beside its meters and contract. */
export interface EstablishmentRecord {
  /** As stored; null where nobody has said any. */
  readonly businessHours: unknown;
  /** Changes as soon as a bill of electricity is entered, edited or removed; null without any. */
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
