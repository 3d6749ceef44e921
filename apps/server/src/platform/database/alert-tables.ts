import type { ColumnType, Generated } from 'kysely';

/** What was told by itself, about which meters, and what people said of it. */
export interface AlertTables {
  alert: AlertTable;
  alert_meter: { alert_id: string; installation_id: number };
  alert_opinion: AlertOpinionTable;
}

interface AlertTable {
  id: Generated<string>;
  kind: string;
  establishment_id: string;
  began_at: Date;
  ended_at: Date | null;
  told_at: Date;
  closed_at: Date | null;
  calm_since: Date | null;
  undone_at: Date | null;
  is_late: boolean;
  times: Generated<number>;
  facts: ColumnType<unknown, string, string>;
  cost: ColumnType<string | null, number | null, number | null>;
  acknowledged_at: Date | null;
  acknowledged_by: string | null;
}

interface AlertOpinionTable {
  alert_id: string;
  account_id: string;
  muted_until: Date | null;
  is_helpful: boolean | null;
}
