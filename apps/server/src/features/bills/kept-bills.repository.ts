import type { BillAnswer } from '@nascente/contract/bills';
import type { BillingCycle } from '@nascente/domain/time/billing-cycle';
import type { Connection } from '../../platform/database/open-database.ts';
import { PLANNED_ONCE } from '../../platform/database/planned-once.ts';
import type { Utility } from '../establishments/index.ts';

export interface StoredBill {
  readonly id: string;
  readonly type: Utility;
  readonly start: string;
  readonly end: string;
  readonly closedAt: Date;
  readonly closedBy: string | null;
  /** As it was answered when it was closed. */
  readonly bill: BillAnswer;
}

export interface KeptBillsRepository {
  /** Newest first. */
  list(establishmentId: string, type: Utility): Promise<readonly StoredBill[]>;
  find(establishmentId: string, billId: string): Promise<StoredBill | null>;
  /** What was kept of exactly these days; null where they were not closed. */
  ofDays(establishmentId: string, type: Utility, days: BillingCycle): Promise<BillAnswer | null>;
  /** Null: those days are closed already. */
  insert(
    establishmentId: string,
    bill: BillAnswer,
    /** The tariff's versions, the contract and the flags, in the contract's JSON. */
    madeBy: object,
    closed: { readonly at: Date; readonly by: string },
  ): Promise<string | null>;
}

export const createKeptBillsRepository = (db: Connection): KeptBillsRepository => {
  const ofEstablishment = (establishmentId: string) =>
    db
      .selectFrom('kept_bill as k')
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
      .modifyEnd(PLANNED_ONCE);
  return {
    async list(establishmentId, type) {
      const rows = await ofEstablishment(establishmentId).where('k.type', '=', type).execute();
      return rows.map((row) => ({ ...row, bill: row.bill as BillAnswer }));
    },
    async find(establishmentId, billId) {
      const row = await ofEstablishment(establishmentId).where('k.id', '=', billId).executeTakeFirst();
      return row ? { ...row, bill: row.bill as BillAnswer } : null;
    },
    async ofDays(establishmentId, type, { first, last }) {
      const row = await db
        .selectFrom('kept_bill')
        .select('bill')
        .where('establishment_id', '=', establishmentId)
        .where('type', '=', type)
        .where('first_day', '=', first)
        .where('last_day', '=', last)
        .modifyEnd(PLANNED_ONCE)
        .executeTakeFirst();
      return row ? (row.bill as BillAnswer) : null;
    },
    async insert(establishmentId, bill, madeBy, { at, by }) {
      const row = await db
        .insertInto('kept_bill')
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
