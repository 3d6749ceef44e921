import type { ColumnType, Generated } from 'kysely';

/** What was told by itself, about which meters, and what people said of it. */
export interface AlertTables {
  alert: AlertTable;
  alert_meter: { alert_id: string; installation_id: number };
  alert_opinion: AlertOpinionTable;
  alert_preference: AlertPreferenceTable;
  push_subscription: PushSubscriptionTable;
  alert_webhook: AlertWebhookTable;
  alert_delivery: AlertDeliveryTable;
  alert_rule: AlertRuleTable;
  alert_setting: AlertSettingTable;
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
  rule_id: Generated<string | null>;
  subject: Generated<string | null>;
  severity: Generated<'urgent' | 'serious' | 'notable' | null>;
  repeated_at: Generated<Date | null>;
}

interface AlertOpinionTable {
  alert_id: string;
  account_id: string;
  muted_until: Date | null;
  is_helpful: boolean | null;
}

interface AlertPreferenceTable {
  account_id: string;
  email: 'never' | 'at-once' | 'daily' | 'weekly';
  email_from: 'urgent' | 'serious' | 'notable';
  push_from: 'urgent' | 'serious' | 'notable';
  quiet_from: number | null;
  quiet_until: number | null;
  through_quiet: ('urgent' | 'serious' | 'notable')[];
  zone: string;
  digest_until: Date;
}

interface PushSubscriptionTable {
  id: Generated<string>;
  account_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  device: string;
  created_at: Date;
}

interface AlertWebhookTable {
  id: Generated<string>;
  account_id: string;
  url: string;
  secret: string;
  bearer: string | null;
  template: ColumnType<unknown, string | null, string | null>;
  created_at: Date;
}

interface AlertDeliveryTable {
  id: Generated<string>;
  webhook_id: string;
  alert_id: string;
  event: 'opened' | 'returned' | 'repeated' | 'closed' | 'undone';
  made_at: Date;
  state: Generated<'waiting' | 'sent' | 'dead'>;
  attempts: Generated<number>;
  status: Generated<number | null>;
  reason: Generated<string | null>;
  tried_at: Generated<Date | null>;
}

interface AlertRuleTable {
  id: Generated<string>;
  name: string;
  owner_id: string;
  installation_id: number | null;
  establishment_id: string | null;
  group_id: string | null;
  severity: 'urgent' | 'serious' | 'notable';
  terms: ColumnType<unknown, string, string>;
  is_on: Generated<boolean>;
  created_at: Date;
  changed_at: Date;
}

interface AlertSettingTable {
  establishment_id: string;
  kind: string;
  is_on: boolean;
  threshold: number | null;
  day: string | null;
}
