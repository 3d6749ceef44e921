import type { ColumnType, Generated } from 'kysely';

/** Reports that are kept, and those that come by themselves. */
export interface ReportTables {
  report: ReportTable;
  report_version: ReportVersionTable;
  report_subscription: ReportSubscriptionTable;
}

/** YYYY-MM-DD */
type Day = ColumnType<string, string, string>;

interface AboutColumns {
  kind: 'establishment' | 'group' | 'portfolio' | 'statement';
  establishment_id: string | null;
  type: 'eletric' | 'water' | null;
  group_id: string | null;
  period: 'month' | 'week';
}

interface ReportTable extends AboutColumns {
  id: Generated<string>;
  account_id: string;
  first_day: Day;
  last_day: Day;
  state: 'waiting' | 'making' | 'made' | 'failed';
  progress: Generated<number>;
  touched_at: Date;
  is_open: Generated<boolean>;
  looked_at: Date | null;
  told_first: Day | null;
  told_last: Day | null;
}

interface ReportVersionTable {
  report_id: string;
  number: number;
  made_at: Date;
  total: number | null;
  completeness: number;
  facts: ColumnType<unknown, string, string>;
  changes: string[];
  installations: number[];
  file_name: string;
  pdf: Buffer;
  xlsx: Buffer;
}

interface ReportSubscriptionTable extends AboutColumns {
  id: Generated<string>;
  account_id: string;
  client_id: string | null;
  formats: ('pdf' | 'xlsx')[];
  by_mail: boolean;
  sent_until: Day;
}
