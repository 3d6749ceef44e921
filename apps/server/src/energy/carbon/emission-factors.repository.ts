import type { EmissionFactor } from '@nascente/domain/energy/carbon/emission-factors';
import type { Connection } from '../../platform/database/open-database.ts';
import { PREPARED } from '../../platform/database/planned-statement.ts';

export const createEmissionFactorsRepository = (db: Connection) => ({
  /** Newest first; the mean of a year before its months. */
  async list(): Promise<readonly EmissionFactor[]> {
    const rows = await db
      .selectFrom('emission_factor')
      .selectAll()
      .orderBy('year', 'desc')
      .orderBy('month', (month) => month.desc().nullsFirst())
      .modifyEnd(PREPARED)
      .execute();
    return rows.map(({ kg_per_kwh, ...factor }) => ({ ...factor, kgPerKwh: Number(kg_per_kwh) }));
  },
  /** Adds a factor. @returns `false` if there is one of the same month or year */
  async add({ year, month, kgPerKwh, source }: EmissionFactor): Promise<boolean> {
    const { numInsertedOrUpdatedRows = 0n } = await db
      .insertInto('emission_factor')
      .values({ year, month, kg_per_kwh: String(kgPerKwh), source })
      .onConflict((same) => same.columns(['year', 'month']).doNothing())
      .executeTakeFirst();
    return numInsertedOrUpdatedRows > 0n;
  },
  /** The stored kg per kWh of a month or year, locked until the end of the transaction. */
  async lock({ year, month }: Pick<EmissionFactor, 'year' | 'month'>): Promise<number | null> {
    const row = await db
      .selectFrom('emission_factor')
      .where('year', '=', year)
      .where('month', 'is not distinct from', month)
      .select('kg_per_kwh')
      .forUpdate()
      .executeTakeFirst();
    return row === undefined ? null : Number(row.kg_per_kwh);
  },
  /** Adds a factor, or replaces the one of the same month or year. */
  async save({ year, month, kgPerKwh, source }: EmissionFactor): Promise<void> {
    const values = { kg_per_kwh: String(kgPerKwh), source };
    await db
      .insertInto('emission_factor')
      .values({ year, month, ...values })
      .onConflict((same) => same.columns(['year', 'month']).doUpdateSet(values))
      .execute();
  },
  /** Returns whether there was such a factor. */
  async remove(year: number, month: number | null): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('emission_factor')
      .where('year', '=', year)
      .where('month', 'is not distinct from', month)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  },
});
