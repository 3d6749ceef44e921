// Generated from the migrations. Regenerate after a change: `KEEP_TABLES=1 npx vitest run --project database table-types`.
import type { Day, Generated, Json, Numeric } from '../platform/database/schema.ts';

declare module '../platform/database/schema.ts' {
  interface Schema {
    emission_factor: {
      kg_per_kwh: Numeric;
      month: number | null;
      source: string;
      year: number;
    };
    irec_lot: {
      account_id: string | null;
      certificate: string;
      certificate_key: string;
      energy_kwh: number;
      entered_at: Date;
      establishment_id: string;
      first_month: Day;
      id: Generated<string>;
      last_month: Day;
    };
    leak_verdict: {
      accepted_ml: number;
      account_id: string | null;
      installation_id: number;
      judged_at: Date;
      since: Day;
      verdict: 'resolved' | 'notALeak';
    };
    reading_exclusion: {
      account_id: string | null;
      begins: Date;
      created_at: Date;
      ends: Date;
      id: Generated<number>;
      installation_id: number;
      reason: string;
      undone_at: Date | null;
      undone_by: string | null;
    };
    reading_import: {
      account_id: string | null;
      created_at: Date;
      estimated: Generated<string>;
      file_name: string;
      first_at: Date | null;
      id: Generated<number>;
      installation_id: number;
      last_at: Date | null;
      progress: Generated<number>;
      reading: Json;
      state: Generated<'waiting' | 'running' | 'done' | 'failed' | 'undone'>;
      summary: Json | null;
      undone_at: Date | null;
      undone_by: string | null;
    };
    reading_import_part: {
      content: Buffer;
      import_id: number;
      number: number;
    };
  }
}
