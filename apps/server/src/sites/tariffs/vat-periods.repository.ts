import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { parseRate, rateToText } from '@nascente/domain/base/units/rate';
import type { VatPeriod } from '@nascente/domain/sites/tariffs/vat-periods';
import type { Connection } from '../../platform/database/open-database.ts';
import { PREPARED } from '../../platform/database/planned-statement.ts';

export const createVatPeriodsRepository = (db: Connection) => ({
  /** Oldest first. */
  async list(): Promise<readonly VatPeriod[]> {
    const rows = await db
      .selectFrom('vat_period')
      .selectAll()
      .orderBy('valid_from')
      .modifyEnd(PREPARED)
      .execute();
    return rows.map((row) => ({
      validFrom: row.valid_from,
      cbs: parseRate(row.cbs),
      ibsState: parseRate(row.ibs_state),
      ibsMunicipal: parseRate(row.ibs_municipal),
      effect: row.effect,
      endsPisCofins: row.ends_pis_cofins,
      source: row.source,
      isConfirmed: row.is_confirmed,
    }));
  },
  /** Adds a period, or replaces the one that begins on the same day. */
  async save(period: VatPeriod): Promise<void> {
    const values = {
      cbs: rateToText(period.cbs),
      ibs_state: rateToText(period.ibsState),
      ibs_municipal: rateToText(period.ibsMunicipal),
      effect: period.effect,
      ends_pis_cofins: period.endsPisCofins,
      source: period.source,
      is_confirmed: period.isConfirmed,
    };
    await db
      .insertInto('vat_period')
      .values({ valid_from: period.validFrom, ...values })
      .onConflict((conflict) => conflict.column('valid_from').doUpdateSet(values))
      .execute();
  },
  /** Returns whether a period began on the day. */
  async remove(validFrom: CivilDate): Promise<boolean> {
    const removed = await db
      .deleteFrom('vat_period')
      .where('valid_from', '=', validFrom)
      .returning('valid_from')
      .executeTakeFirst();
    return removed !== undefined;
  },
});
