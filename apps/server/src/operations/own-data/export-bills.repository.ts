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
    reports: db
      .selectFrom('report as r')
      .leftJoin('report_version as v', 'v.report_id', 'r.id')
      .where('r.account_id', '=', accountId)
      .select([
        'r.kind',
        'r.establishment_id',
        'r.group_id',
        'r.type',
        'r.period',
        'r.first_day',
        'r.last_day',
      ])
      .select(['v.number', 'v.made_at', 'v.file_name', 'v.facts', 'v.changes'])
      .orderBy('r.first_day')
      .orderBy('v.number')
      .execute(),
    reportSubscriptions: db
      .selectFrom('report_subscription')
      .where('account_id', '=', accountId)
      .select(['kind', 'establishment_id', 'type', 'group_id', 'client_id', 'period', 'formats', 'by_mail'])
      .execute(),
  };
};
