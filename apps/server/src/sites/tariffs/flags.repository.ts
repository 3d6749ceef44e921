import { type CivilMonth, firstDayOf, monthOf } from '@nascente/domain/base/time/civil-month';
import { type Price, parsePrice, priceToText } from '@nascente/domain/base/units/price';
import type { FlagName } from '@nascente/domain/sites/tariffs/billing-contract';
import type { Connection } from '../../platform/database/open-database.ts';
import { PREPARED } from '../../platform/database/planned-statement.ts';

/** A flag of a month, or from a month on, with its surcharge in R$ per kWh. */
export interface StoredFlag {
  readonly month: CivilMonth;
  readonly name: FlagName;
  readonly price: Price;
}

export const createFlagsRepository = (db: Connection) => ({
  /** Oldest first. */
  async months(): Promise<readonly StoredFlag[]> {
    const rows = await db.selectFrom('flag_month').selectAll().orderBy('month').modifyEnd(PREPARED).execute();
    return rows.map(({ month, flag, price }) => ({
      month: monthOf(month),
      name: flag,
      price: parsePrice(price),
    }));
  },
  /** The price of each flag from the first day of a month on, oldest first. */
  async prices(): Promise<readonly StoredFlag[]> {
    const rows = await db
      .selectFrom('flag_price')
      .selectAll()
      .orderBy('valid_from')
      .orderBy('price')
      .execute();
    return rows.map(({ valid_from, flag, price }) => ({
      month: monthOf(valid_from),
      name: flag,
      price: parsePrice(price),
    }));
  },
  async setMonth({ month, name, price }: StoredFlag): Promise<void> {
    const values = { flag: name, price: priceToText(price) };
    await db
      .insertInto('flag_month')
      .values({ month: firstDayOf(month), ...values })
      .onConflict((conflict) => conflict.column('month').doUpdateSet(values))
      .execute();
  },
  async setPrice({ month, name, price }: StoredFlag): Promise<void> {
    const text = priceToText(price);
    await db
      .insertInto('flag_price')
      .values({ flag: name, valid_from: firstDayOf(month), price: text })
      .onConflict((conflict) => conflict.columns(['flag', 'valid_from']).doUpdateSet({ price: text }))
      .execute();
  },
});
