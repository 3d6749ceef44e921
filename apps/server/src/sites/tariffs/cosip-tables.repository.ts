import type { CosipPeriodJson, CosipTableJson } from '@nascente/contract/sites/cosip-tables';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';

export const createCosipTablesRepository = (db: Connection) => ({
  /** Tables by name, their periods oldest first. @param municipalities - default: all */
  async list(municipalities?: readonly string[]): Promise<CosipTableJson[]> {
    const rows = await db
      .selectFrom('cosip_period')
      .selectAll()
      .$if(municipalities !== undefined, (query) =>
        query.where('municipality', 'in', [...(municipalities ?? [])]),
      )
      .orderBy('municipality')
      .orderBy('valid_from')
      .execute();
    return [...Map.groupBy(rows, ({ municipality }) => municipality)].map(([municipality, periods]) => ({
      municipality,
      periods: periods.map(({ valid_from, cosip, source }) => ({
        validFrom: valid_from,
        cosip: cosip as unknown as CosipPeriodJson['cosip'],
        source,
      })),
    }));
  },
  /** Adds a period, or replaces the one that begins on the same day. */
  async save(municipality: string, { validFrom, cosip, source }: CosipPeriodJson): Promise<void> {
    const values = { cosip: JSON.stringify(cosip), source };
    await db
      .insertInto('cosip_period')
      .values({ municipality, valid_from: validFrom, ...values })
      .onConflict((conflict) => conflict.columns(['municipality', 'valid_from']).doUpdateSet(values))
      .execute();
  },
  /** Returns whether a period began on the day. */
  async remove(municipality: string, validFrom: CivilDate): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('cosip_period')
      .where('municipality', '=', municipality)
      .where('valid_from', '=', validFrom)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  },
  /** Number of establishments with a contract that names the municipality. */
  async uses(municipality: string): Promise<number> {
    const named = JSON.stringify({ mode: 'municipality', municipality });
    const { rows } = await sql<{ uses: number }>`
      select count(distinct establishment_id)::integer as uses from billing_contract
      where terms -> 'cosip' @> ${named}::jsonb
        or terms -> 'cosipChanges' @> jsonb_build_array(jsonb_build_object('cosip', ${named}::jsonb))`.execute(
      db,
    );
    return rows[0]?.uses ?? 0;
  },
});
