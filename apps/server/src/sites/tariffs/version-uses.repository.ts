import { MAX_NAMED_USES, type VersionUse } from '@nascente/contract/sites/tariff-versions';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';

type Uses = Pick<VersionUse, 'establishments' | 'names' | 'closed' | 'bills'>;

interface VersionUses {
  /** Where a tariff is in use, and what was closed by this version of it. */
  of(tariffId: string, validFrom: string): Promise<Uses>;
}

export const createVersionUses = (db: Connection): VersionUses => ({
  async of(tariffId, validFrom) {
    const { rows: establishments } = await sql<{ name: string }>`
      select e.name from establishment e where e.tariff_id = ${tariffId}::uuid
        or exists (select from billing_contract c where c.establishment_id = e.id and c.tariff_id = ${tariffId}::uuid)
        or exists (select from installation i where i.establishment_id = e.id and i.tariff_id = ${tariffId}::uuid)
      order by e.name, e.id`.execute(db);
    const { rows: closed } = await sql<Uses['bills'][number] & { readonly all: number }>`
      select e.name as establishment, k.type, k.first_day as start, k.last_day as "end",
        (k.bill ->> 'total')::float8 as total, count(*) over ()::integer as all
      from kept_bill k join establishment e on e.id = k.establishment_id
      where k.made_by -> 'tariff' ->> 'id' = ${tariffId}::text
        and k.made_by -> 'versions' @> jsonb_build_array(jsonb_build_object('validFrom', ${validFrom}::text))
      order by k.last_day desc, e.name, k.id limit ${MAX_NAMED_USES}`.execute(db);
    return {
      establishments: establishments.length,
      names: establishments.slice(0, MAX_NAMED_USES).map(({ name }) => name),
      closed: closed[0]?.all ?? 0,
      bills: closed.map(({ establishment, type, start, end, total }) => ({
        establishment,
        type,
        start,
        end,
        total,
      })),
    };
  },
});
