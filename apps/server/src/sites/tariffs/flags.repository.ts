import { type CivilMonth, firstDayOf, monthOf } from '@nascente/domain/base/time/civil-month';
import { type Price, parsePrice, priceToText } from '@nascente/domain/base/units/price';
import type { FlagName } from '@nascente/domain/sites/tariffs/billing-contract';
import type { Connection } from '../../platform/database/open-database.ts';
import { PLANNED_ONCE } from '../../platform/database/planned-once.ts';

export interface StoredFlag {
  readonly month: CivilMonth;
  readonly name: FlagName;
  readonly price: Price;
}

interface FlagsRepository {
  /** Oldest first. */
  months(): Promise<readonly StoredFlag[]>;
  /** What each flag costs from the first day of that month on, oldest first. */
  prices(): Promise<readonly StoredFlag[]>;
  setMonth(flag: StoredFlag): Promise<void>;
  setPrice(flag: StoredFlag): Promise<void>;
}

export const createFlagsRepository = (db: Connection): FlagsRepository => ({
  async months() {
    const rows = await db
      .selectFrom('flag_month')
      .selectAll()
      .orderBy('month')
      .modifyEnd(PLANNED_ONCE)
      .execute();
    return rows.map(({ month, flag, price }) => ({
      month: monthOf(month),
      name: flag,
      price: parsePrice(price),
    }));
  },
  async prices() {
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
  async setMonth({ month, name, price }) {
    const values = { flag: name, price: priceToText(price) };
    await db
      .insertInto('flag_month')
      .values({ month: firstDayOf(month), ...values })
      .onConflict((conflict) => conflict.column('month').doUpdateSet(values))
      .execute();
  },
  async setPrice({ month, name, price }) {
    const text = priceToText(price);
    await db
      .insertInto('flag_price')
      .values({ flag: name, valid_from: firstDayOf(month), price: text })
      .onConflict((conflict) => conflict.columns(['flag', 'valid_from']).doUpdateSet({ price: text }))
      .execute();
  },
});
