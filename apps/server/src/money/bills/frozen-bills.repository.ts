import type { BillAnswer } from '@nascente/contract/money/bills';
import type { BillingCycle } from '@nascente/domain/base/time/billing-cycle';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { sql } from 'kysely';
import { createAskTogether } from '../../platform/database/one-reading.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { PREPARED } from '../../platform/database/planned-statement.ts';
import type { ResultRow } from '../../platform/database/schema.ts';
import type { Utility } from '../../sites/establishments/index.ts';

export type StoredBill = ResultRow<typeof createFrozenBillsRepository, 'find'>;

/** A cycle of an establishment that may have a frozen bill. */
interface FrozenCycle extends BillingCycle {
  readonly establishmentId: string;
  readonly type: Utility;
}
export type FrozenBillsRepository = ReturnType<typeof createFrozenBillsRepository>;

export const createFrozenBillsRepository = (db: Connection) => {
  const ofEstablishment = (establishmentId: string) =>
    db
      .selectFrom('frozen_bill as k')
      .leftJoin('account as a', 'a.id', 'k.closed_by')
      .where('k.establishment_id', '=', establishmentId)
      .select([
        'k.id',
        'k.type',
        'k.first_day as start',
        'k.last_day as end',
        'k.closed_at as closedAt',
        'a.first_name as closedBy',
        'k.bill',
      ])
      .orderBy('k.first_day', 'desc')
      .orderBy('k.id')
      .modifyEnd(PREPARED);
  const ofCycles = createAskTogether<FrozenCycle, BillAnswer | null>(async (cycles) => {
    if (cycles.length === 0) return [];
    const rows = await db
      .selectFrom('frozen_bill')
      .select(['establishment_id', 'type', 'first_day', 'last_day', 'bill'])
      .where('establishment_id', '=', sql<string>`any(${cycles.map((one) => one.establishmentId)}::uuid[])`)
      .where('first_day', '=', sql<CivilDate>`any(${cycles.map(({ first }) => first)}::date[])`)
      .modifyEnd(PREPARED)
      .execute();
    const keyOf = (...parts: readonly string[]): string => parts.join(' ');
    const bills = new Map(
      rows.map((row) => [
        keyOf(row.establishment_id, row.type, row.first_day, row.last_day),
        row.bill as BillAnswer,
      ]),
    );
    return cycles.map(
      ({ establishmentId, type, first, last }) =>
        bills.get(keyOf(establishmentId.toLowerCase(), type, first, last)) ?? null,
    );
  });
  return {
    /** Newest first. */
    async list(establishmentId: string, type: Utility) {
      const rows = await ofEstablishment(establishmentId).where('k.type', '=', type).execute();
      return rows.map((row) => ({ ...row, bill: row.bill as BillAnswer }));
    },
    async find(establishmentId: string, billId: string) {
      const row = await ofEstablishment(establishmentId).where('k.id', '=', billId).executeTakeFirst();
      return row ? { ...row, bill: row.bill as BillAnswer } : null;
    },
    /** The frozen bill of exactly the days of each cycle; `null`: none. */
    ofCycles,
    /** Inserts a frozen bill. @returns the id; `null` if one with the same days exists */
    async insert(
      establishmentId: string,
      bill: BillAnswer,
      madeBy: object,
      { at, by }: { readonly at: Date; readonly by: string },
    ): Promise<string | null> {
      const row = await db
        .insertInto('frozen_bill')
        .values({
          establishment_id: establishmentId,
          type: bill.type,
          first_day: bill.start,
          last_day: bill.end,
          bill: JSON.stringify(bill),
          made_by: JSON.stringify(madeBy),
          closed_at: at,
          closed_by: by,
        })
        .onConflict((same) => same.doNothing())
        .returning('id')
        .executeTakeFirst();
      return row?.id ?? null;
    },
  };
};
