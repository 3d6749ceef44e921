// Generated from the migrations. Regenerate after a change: `KEEP_TABLES=1 npx vitest run --project database table-types`.
import type { Day, Generated, Json, Numeric } from '../platform/database/schema.ts';

declare module '../platform/database/schema.ts' {
  interface Schema {
    alert: {
      acknowledged_at: Date | null;
      acknowledged_by: string | null;
      began_at: Date;
      calm_since: Date | null;
      closed_at: Date | null;
      cost: Numeric | null;
      ended_at: Date | null;
      establishment_id: string;
      facts: Json;
      id: Generated<string>;
      is_late: boolean;
      kind: string;
      notified_at: Date;
      repeated_at: Date | null;
      returned_at: Date | null;
      rule_id: string | null;
      severity: 'urgent' | 'serious' | 'notable' | null;
      subject: string | null;
      times: Generated<number>;
      undone_at: Date | null;
    };
    alert_delivery: {
      alert_id: string;
      attempts: Generated<number>;
      event: 'opened' | 'returned' | 'repeated' | 'closed' | 'undone';
      id: Generated<string>;
      made_at: Date;
      reason: string | null;
      state: Generated<'waiting' | 'sent' | 'dead'>;
      status: number | null;
      tried_at: Date | null;
      webhook_id: string;
    };
    alert_meter: {
      alert_id: string;
      installation_id: number;
    };
    alert_opinion: {
      account_id: string;
      alert_id: string;
      is_helpful: boolean | null;
      muted_until: Date | null;
    };
    alert_preference: {
      account_id: string;
      digest_until: Date;
      email: 'never' | 'at-once' | 'daily' | 'weekly';
      email_from: 'urgent' | 'serious' | 'notable';
      push_from: 'urgent' | 'serious' | 'notable';
      quiet_from: number | null;
      quiet_until: number | null;
      through_quiet: ('urgent' | 'serious' | 'notable')[];
      zone: string;
    };
    alert_rule: {
      changed_at: Date;
      created_at: Date;
      establishment_id: string | null;
      group_id: string | null;
      id: Generated<string>;
      installation_id: number | null;
      is_on: Generated<boolean>;
      name: string;
      owner_id: string;
      severity: 'urgent' | 'serious' | 'notable';
      terms: Json;
    };
    alert_setting: {
      day: Day | null;
      establishment_id: string;
      is_on: boolean;
      kind: string;
      threshold: number | null;
    };
    alert_webhook: {
      account_id: string;
      bearer: string | null;
      created_at: Date;
      id: Generated<string>;
      secret: string;
      template: Json | null;
      url: string;
    };
    push_subscription: {
      account_id: string;
      auth: string;
      created_at: Date;
      device: string;
      endpoint: string;
      id: Generated<string>;
      p256dh: string;
    };
  }
}
