import type { Generated } from 'kysely';

/** Keys of other systems. */
export interface IntegrationTables {
  integration: IntegrationTable;
}

interface IntegrationTable {
  id: Generated<string>;
  account_id: string;
  kind: 'gateway' | 'mqtt' | 'home-assistant' | 'calendar' | 'csv';
  name: string;
  prefix: string;
  key_hash: Buffer;
  /** Null: all that its owner sees. */
  boards: string[] | null;
  created_at: Date;
  last_used_at: Date | null;
}
