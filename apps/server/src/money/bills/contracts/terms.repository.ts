import type { BillingContractJson } from '@nascente/contract/money/billing-contract';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { sql } from 'kysely';
import type { Connection } from '../../../platform/database/open-database.ts';
import type { Utility } from '../../../sites/establishments/index.ts';

interface NewContract {
  readonly validFrom: string;
  readonly tariffId: string | null;
  readonly terms: BillingContractJson;
}

interface Change {
  readonly by: string;
  readonly at: Date;
}

/** Locks the establishment, so that concurrent edits run one after the other. */
const holdEstablishment = async (db: Connection, establishmentId: string): Promise<void> => {
  await db
    .selectFrom('establishment')
    .where('id', '=', establishmentId)
    .select('id')
    .forNoKeyUpdate()
    .execute();
};

export const createTermsRepository = (db: Connection) => ({
  /** @returns the size of all versions, in bytes of JSON text */
  async save(
    establishmentId: string,
    type: Utility,
    { validFrom, tariffId, terms }: NewContract,
    { by, at }: Change,
  ): Promise<number> {
    const agreed = { tariff_id: tariffId, terms: JSON.stringify(terms), changed_at: at, changed_by: by };
    await holdEstablishment(db, establishmentId);
    await db
      .insertInto('billing_contract')
      .values({ establishment_id: establishmentId, type, valid_from: validFrom, ...agreed })
      .onConflict((conflict) =>
        conflict.columns(['establishment_id', 'type', 'valid_from']).doUpdateSet(agreed),
      )
      .execute();
    const { bytes } = await db
      .selectFrom('billing_contract')
      .where('establishment_id', '=', establishmentId)
      .where('type', '=', type)
      .select(sql<number>`coalesce(sum(octet_length(terms::text)), 0)::int8`.as('bytes'))
      .executeTakeFirstOrThrow();
    return bytes;
  },
  /** @returns whether there was such a version */
  async remove(establishmentId: string, type: Utility, validFrom: CivilDate): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('billing_contract')
      .where('establishment_id', '=', establishmentId)
      .where('type', '=', type)
      .where('valid_from', '=', validFrom)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  },
  async replaceReadings(establishmentId: string, type: Utility, days: readonly string[]): Promise<void> {
    // Concurrent replacements must not mix their lists.
    await holdEstablishment(db, establishmentId);
    await db
      .deleteFrom('reading_date')
      .where('establishment_id', '=', establishmentId)
      .where('type', '=', type)
      .execute();
    if (days.length === 0) return;
    const rows = days.map((day) => ({ establishment_id: establishmentId, type, day }));
    await db.insertInto('reading_date').values(rows).execute();
  },
});
