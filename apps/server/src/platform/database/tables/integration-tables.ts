import type { ColumnType, Generated } from 'kysely';

/** Keys of other systems, and links for people without an account. */
export interface IntegrationTables {
  integration: IntegrationTable;
  shared_link: SharedLinkTable;
}

/** Which curves a link shows: of installations, so that another board in the same place goes on with them. */
export interface StoredChart {
  readonly series: readonly { readonly installation: number; readonly quantity: string }[];
  readonly from: string;
  readonly to: string;
  readonly isApart: boolean;
}

interface SharedLinkTable {
  id: Generated<string>;
  account_id: string;
  establishment_id: string;
  kind: 'tv' | 'cycle' | 'flow' | 'report' | 'curve';
  name: string;
  prefix: string;
  key_hash: Buffer;
  type: 'eletric' | 'water';
  start_on: string | null;
  end_on: string | null;
  chart: ColumnType<StoredChart | null, string | null, string | null>;
  expires_on: string | null;
  created_at: Date;
  openings: Generated<number>;
  last_opened_at: Date | null;
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
