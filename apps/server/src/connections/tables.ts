// Generated from the migrations. Regenerate after a change: `KEEP_TABLES=1 npx vitest run --project database table-types`.
import type { Day, Generated, Json } from '../platform/database/schema.ts';

declare module '../platform/database/schema.ts' {
  interface Schema {
    api_key: {
      account_id: string;
      allowed_per_minute: Generated<number>;
      created_at: Date;
      expires_at: Date | null;
      id: Generated<string>;
      key_hash: Buffer;
      last_used_at: Date | null;
      limited_at: Date | null;
      name: string;
      per_minute: number | null;
      prefix: string;
      scopes: string[];
      warned_at: Date | null;
    };
    api_key_use: {
      busy_until: Date;
      key_id: string;
    };
    integration: {
      account_id: string;
      boards: string[] | null;
      created_at: Date;
      id: Generated<string>;
      key_hash: Buffer;
      kind: 'gateway' | 'mqtt' | 'home-assistant' | 'calendar' | 'csv';
      last_used_at: Date | null;
      name: string;
      prefix: string;
    };
    shared_link: {
      account_id: string;
      chart: Json | null;
      created_at: Date;
      end_on: Day | null;
      establishment_id: string;
      expires_on: Day | null;
      id: Generated<string>;
      key_hash: Buffer;
      kind: 'tv' | 'cycle' | 'flow' | 'report' | 'curve';
      last_opened_at: Date | null;
      name: string;
      openings: Generated<number>;
      prefix: string;
      start_on: Day | null;
      type: 'eletric' | 'water';
    };
  }
}
