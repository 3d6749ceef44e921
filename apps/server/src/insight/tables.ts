// Generated from the migrations. Regenerate after a change: `KEEP_TABLES=1 npx vitest run --project database table-types`.
import type { Day, Generated, Json } from '../platform/database/schema.ts';

declare module '../platform/database/schema.ts' {
  interface Schema {
    independent_variable: {
      account_id: string | null;
      day: Day;
      entered_at: Date;
      establishment_id: string;
      kind: 'temperature' | 'production';
      unit: string;
      value: number;
    };
    opportunity_decision: {
      account_id: string | null;
      decided_at: Date;
      done_on: Day | null;
      establishment_id: string;
      kind: 'modality' | 'demand' | 'leak' | 'reactive' | 'closed-hours' | 'peak' | 'free-market' | 'bill-wrong' | 'expiring-credits' | 'larger-generation' | 'old-prices' | 'no-general-meter';
      mac: Generated<string>;
      reason: string | null;
      saving: Json;
      state: 'accepted' | 'dismissed' | 'done';
    };
    report: {
      account_id: string;
      billed_first: Day | null;
      billed_last: Day | null;
      establishment_id: string | null;
      first_day: Day;
      group_id: string | null;
      id: Generated<string>;
      is_open: Generated<boolean>;
      kind: 'establishment' | 'group' | 'portfolio' | 'statement';
      last_day: Day;
      looked_at: Date | null;
      period: 'month' | 'week';
      progress: Generated<number>;
      state: 'waiting' | 'making' | 'made' | 'failed';
      touched_at: Date;
      type: 'eletric' | 'water' | null;
    };
    report_subscription: {
      account_id: string;
      by_mail: boolean;
      client_id: string | null;
      establishment_id: string | null;
      formats: string[];
      group_id: string | null;
      id: Generated<string>;
      kind: 'establishment' | 'group' | 'portfolio' | 'statement';
      period: 'month' | 'week';
      sent_until: Day;
      type: 'eletric' | 'water' | null;
    };
    report_version: {
      changes: string[];
      completeness: number;
      facts: Json;
      file_name: string;
      installations: number[];
      made_at: Date;
      number: number;
      pdf: Buffer;
      report_id: string;
      total: number | null;
      xlsx: Buffer;
    };
    saving_change: {
      account_id: string | null;
      begins_on: Day;
      created_at: Date;
      id: Generated<string>;
      installation_id: number;
      per_day: number | null;
      share: number | null;
      undone_on: Day | null;
      what: string;
    };
  }
}
