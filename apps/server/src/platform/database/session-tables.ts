import type { Generated } from 'kysely';

/** Tables of where people are signed in, and were, and of who tried. */
export interface SessionTables {
  session: SessionTable;
  known_device: KnownDeviceTable;
  failed_attempt: FailedAttemptTable;
  counted_use: CountedUseTable;
}

interface SessionTable {
  id: Generated<string>;
  token_hash: Buffer;
  account_id: string;
  kept: Generated<boolean>;
  user_agent: Generated<string>;
  address: Generated<string>;
  created_at: Generated<Date>;
  last_used_at: Generated<Date>;
  expires_at: Date;
}

interface KnownDeviceTable {
  token_hash: Buffer;
  account_id: string;
  created_at: Date;
  seen_at: Date;
}

interface FailedAttemptTable {
  /** A hash of what is counted. */
  key: Buffer;
  attempts: number;
  last_at: Date;
  forgotten_at: Date;
}

interface CountedUseTable {
  /** A hash of whom it is counted by. */
  key: Buffer;
  used: number;
  ends_at: Date;
}
