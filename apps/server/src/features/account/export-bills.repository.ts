import type { Connection } from '../../platform/database/open-database.ts';

/** What is held of the bills of a person's establishments. */
export const billSources = (db: Connection, accountId: string) => {
  const establishments = db.selectFrom('establishment').where('owner_id', '=', accountId).select('id');
  return {
    billingContracts: db
      .selectFrom('billing_contract')
      .where('establishment_id', 'in', establishments)
      .select(['establishment_id', 'type', 'valid_from', 'tariff_id', 'terms', 'changed_at'])
      .execute(),
    readingDates: db
      .selectFrom('reading_date')
      .where('establishment_id', 'in', establishments)
      .selectAll()
      .orderBy('day')
      .execute(),
    utilityBills: db
      .selectFrom('utility_bill')
      .where('establishment_id', 'in', establishments)
      .selectAll()
      .orderBy('first_day')
      .execute(),
    keptBills: db
      .selectFrom('kept_bill')
      .where('establishment_id', 'in', establishments)
      .select(['id', 'establishment_id', 'type', 'first_day', 'last_day', 'bill', 'made_by', 'closed_at'])
      .orderBy('first_day')
      .execute(),
  };
};
