import type { ColumnType } from 'kysely';

/** Reports that are sent by themselves. */
export interface ReportTables {
  report_subscription: ReportSubscriptionTable;
}

interface ReportSubscriptionTable {
  account_id: string;
  establishment_id: string;
  type: 'eletric' | 'water';
  /** YYYY-MM-DD */
  sent_until: ColumnType<string, string, string>;
}
