import { firstDayOf, monthOf } from '@nascente/domain/base/time/civil-month';
import { fromKilowattHours } from '@nascente/domain/base/units/energy';
import { certificateKey, type IrecLot, type MonthSpan } from '@nascente/domain/energy/carbon/irec-lots';
import { sql } from 'kysely';
import type { Connection } from '../../platform/database/open-database.ts';

export interface StoredLot extends IrecLot {
  readonly certificate: string;
  readonly kwh: number;
  /** Name of the account that entered the lot; `null` if it was removed. */
  readonly by: string | null;
  readonly enteredAt: Date;
}

interface NewLot extends MonthSpan {
  readonly establishmentId: string;
  readonly certificate: string;
  readonly kwh: number;
  readonly accountId: string;
  readonly at: Date;
}

export const createIrecLotsRepository = (db: Connection) => ({
  /** Oldest first. */
  async list(establishmentId: string): Promise<readonly StoredLot[]> {
    const rows = await db
      .selectFrom('irec_lot as l')
      .leftJoin('account as a', 'a.id', 'l.account_id')
      .where('l.establishment_id', '=', establishmentId)
      .select(['l.id', 'l.certificate', 'l.first_month', 'l.last_month', 'l.energy_kwh', 'l.entered_at'])
      .select(sql<string | null>`nullif(trim(concat_ws(' ', a.first_name, a.last_name)), '')`.as('by'))
      .orderBy('l.first_month')
      .orderBy('l.last_month')
      .orderBy('l.id')
      .execute();
    return rows.map((row) => ({
      id: row.id,
      certificate: row.certificate,
      first: monthOf(row.first_month),
      last: monthOf(row.last_month),
      kwh: row.energy_kwh,
      energy: fromKilowattHours(row.energy_kwh),
      by: row.by,
      enteredAt: row.entered_at,
    }));
  },
  /** Locks the lots of all establishments of an owner until the end of the transaction. */
  async hold(ownerId: string): Promise<void> {
    await db.selectFrom('account').where('id', '=', ownerId).select('id').forNoKeyUpdate().executeTakeFirst();
  },
  async add({ establishmentId, certificate, first, last, kwh, accountId, at }: NewLot): Promise<void> {
    await db
      .insertInto('irec_lot')
      .values({
        establishment_id: establishmentId,
        certificate,
        certificate_key: certificateKey(certificate),
        first_month: firstDayOf(first),
        last_month: firstDayOf(last),
        energy_kwh: kwh,
        account_id: accountId,
        entered_at: at,
      })
      .execute();
  },
  /** Name of the establishment that a certificate of this owner covers. */
  async placeOf(ownerId: string, certificate: string): Promise<string | null> {
    const row = await db
      .selectFrom('irec_lot as l')
      .innerJoin('establishment as e', 'e.id', 'l.establishment_id')
      .where('e.owner_id', '=', ownerId)
      .where('l.certificate_key', '=', certificateKey(certificate))
      .select('e.display_name')
      .executeTakeFirst();
    return row?.display_name ?? null;
  },
  /** @returns the number of the removed certificate; `null` if the establishment has no such lot */
  async remove(establishmentId: string, lotId: string): Promise<string | null> {
    const row = await db
      .deleteFrom('irec_lot')
      .where('establishment_id', '=', establishmentId)
      .where('id', '=', lotId)
      .returning('certificate')
      .executeTakeFirst();
    return row?.certificate ?? null;
  },
});
