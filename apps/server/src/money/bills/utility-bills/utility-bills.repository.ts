import type { UtilityBillAnswer } from '@nascente/contract/money/utility-bills';
import pg from 'pg';
import type { Connection } from '../../../platform/database/open-database.ts';
import { PREPARED } from '../../../platform/database/planned-statement.ts';
import type { Row } from '../../../platform/database/schema.ts';
import type { Utility } from '../../../sites/establishments/index.ts';

export type EnteredBill = Omit<UtilityBillAnswer, 'id'>;

export type UtilityBillsRepository = ReturnType<typeof createUtilityBillsRepository>;

type ByTouPeriod = UtilityBillAnswer['consumed'];

const numberOf = (text: string | null): number | null => (text === null ? null : Number(text));

const toBill = (row: Row<'utility_bill'>): UtilityBillAnswer => ({
  id: row.id,
  type: row.type,
  start: row.first_day,
  end: row.last_day,
  total: Number(row.total),
  consumed: row.consumed as ByTouPeriod,
  demand: row.demand as ByTouPeriod,
  volume: numberOf(row.volume_m3),
  taxes: numberOf(row.taxes),
  others: numberOf(row.others),
  lines: row.lines as UtilityBillAnswer['lines'],
  image: row.image_id,
  note: row.note,
  nf3e: row.access_key === null ? null : { accessKey: row.access_key, unitCode: row.unit_code ?? '' },
});

const moneyText = (amount: number | null): string | null => (amount === null ? null : amount.toFixed(2));

const toColumns = (bill: EnteredBill) => ({
  type: bill.type,
  first_day: bill.start,
  last_day: bill.end,
  total: bill.total.toFixed(2),
  consumed: JSON.stringify(bill.consumed),
  demand: JSON.stringify(bill.demand),
  volume_m3: bill.volume === null ? null : String(bill.volume),
  taxes: moneyText(bill.taxes),
  others: moneyText(bill.others),
  lines: bill.lines === null ? null : JSON.stringify(bill.lines),
  image_id: bill.image,
  note: bill.note,
  access_key: bill.nf3e?.accessKey ?? null,
  unit_code: bill.nf3e?.unitCode ?? null,
});

const OF_KEY = 'utility_bill_establishment_id_access_key_key';

/** What another bill has already, by the violated constraint. */
const takenBy = (error: unknown): 'days' | 'key' | null => {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23505') return null;
  return error.constraint === OF_KEY ? 'key' : 'days';
};

export const createUtilityBillsRepository = (db: Connection) => {
  const ofEstablishment = (establishmentId: string) =>
    db
      .selectFrom('utility_bill')
      .where('establishment_id', '=', establishmentId)
      .selectAll()
      .modifyEnd(PREPARED);
  return {
    /** Newest first. */
    async list(establishmentId: string, type: Utility): Promise<readonly UtilityBillAnswer[]> {
      const rows = await ofEstablishment(establishmentId)
        .where('type', '=', type)
        .orderBy('first_day', 'desc')
        .orderBy('id')
        .execute();
      return rows.map(toBill);
    },
    async find(establishmentId: string, billId: string): Promise<UtilityBillAnswer | null> {
      const row = await ofEstablishment(establishmentId).where('id', '=', billId).executeTakeFirst();
      return row ? toBill(row) : null;
    },
    /** The bill that was read from the NF3e with this access key. */
    async findByKey(establishmentId: string, accessKey: string): Promise<UtilityBillAnswer | null> {
      const row = await ofEstablishment(establishmentId)
        .where('access_key', '=', accessKey)
        .executeTakeFirst();
      return row ? toBill(row) : null;
    },
    /** @returns the id; `null` if a bill with the same days or access key exists */
    async insert(establishmentId: string, bill: EnteredBill, at: Date): Promise<string | null> {
      const row = await db
        .insertInto('utility_bill')
        .values({ ...toColumns(bill), establishment_id: establishmentId, entered_at: at })
        .onConflict((same) => same.doNothing())
        .returning('id')
        .executeTakeFirst();
      return row?.id ?? null;
    },
    /** @returns `null`, or what another bill has already */
    async update(establishmentId: string, billId: string, bill: EnteredBill): Promise<'days' | 'key' | null> {
      try {
        await db
          .updateTable('utility_bill')
          .set(toColumns(bill))
          .where('establishment_id', '=', establishmentId)
          .where('id', '=', billId)
          .execute();
        return null;
      } catch (error) {
        const taken = takenBy(error);
        if (taken === null) throw error;
        return taken;
      }
    },
    /** @returns whether the bill existed */
    async remove(establishmentId: string, billId: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('utility_bill')
        .where('establishment_id', '=', establishmentId)
        .where('id', '=', billId)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
    /** Whether an image was uploaded by the account or is used by the establishment already. */
    async mayRefer(establishmentId: string, accountId: string, imageId: string): Promise<boolean> {
      const row = await db
        .selectFrom('image as i')
        .where('i.id', '=', imageId)
        .where((image) =>
          image.or([
            image('i.account_id', '=', accountId),
            image.exists(
              image
                .selectFrom('image_use as u')
                .whereRef('u.image_id', '=', 'i.id')
                .where('u.establishment_id', '=', establishmentId)
                .select('u.image_id'),
            ),
          ]),
        )
        .select('i.id')
        .executeTakeFirst();
      return row !== undefined;
    },
  };
};
