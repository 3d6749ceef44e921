// Generated from the migrations. Regenerate after a change: `KEEP_TABLES=1 npx vitest run --project database table-types`.
import type { Day, Generated, Json, Numeric } from '../platform/database/schema.ts';

declare module '../platform/database/schema.ts' {
  interface Schema {
    budget: {
      amount: Numeric;
      cycle: string;
      establishment_id: string | null;
      group_id: string | null;
      measure: 'money' | 'energy' | 'water';
    };
    frozen_bill: {
      bill: Json;
      closed_at: Date;
      closed_by: string | null;
      establishment_id: string;
      first_day: Day;
      id: Generated<string>;
      last_day: Day;
      made_by: Json;
      type: 'eletric' | 'water';
    };
    utility_bill: {
      access_key: string | null;
      consumed: Json;
      demand: Json;
      entered_at: Date;
      establishment_id: string;
      first_day: Day;
      id: Generated<string>;
      image_id: string | null;
      last_day: Day;
      lines: Json | null;
      note: Generated<string>;
      others: Numeric | null;
      taxes: Numeric | null;
      total: Numeric;
      type: 'eletric' | 'water';
      unit_code: string | null;
      volume_m3: Numeric | null;
    };
  }
}
