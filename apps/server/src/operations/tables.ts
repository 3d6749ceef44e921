// Generated from the migrations. Regenerate after a change: `KEEP_TABLES=1 npx vitest run --project database table-types`.
import type { Generated, Json } from '../platform/database/schema.ts';

declare module '../platform/database/schema.ts' {
  interface Schema {
    change_log: {
      at: Generated<Date>;
      xid: Generated<string>;
    };
    mailbox_letter: {
      html: string;
      id: Generated<string>;
      plain: string;
      recipient: string;
      subject: string;
      written_at: Date;
    };
    schema_migration: {
      applied_at: Generated<Date>;
      name: string;
      sha256: string;
    };
    setting: {
      name: string;
      value: Json;
    };
  }
}
