import type { Generated } from 'kysely';

/** Tables of where people are signed in, and were, and of who tried. */
export interface SessionTables {
  session: SessionTable;
  known_device: KnownDeviceTable;
  known_network: KnownNetworkTable;
  sign_in_notice: SignInNoticeTable;
  authenticator: AuthenticatorTable;
  recovery_code: RecoveryCodeTable;
  passkey: PasskeyTable;
  passkey_challenge: PasskeyChallengeTable;
  provider_identity: ProviderIdentityTable;
  provider_attempt: ProviderAttemptTable;
  failed_attempt: FailedAttemptTable;
  counted_use: CountedUseTable;
}

interface SessionTable {
  id: Generated<string>;
  token_hash: Buffer;
  account_id: string;
  kept: Generated<boolean>;
  /** Opened by the identity provider. */
  by_provider: Generated<boolean>;
  user_agent: Generated<string>;
  address: Generated<string>;
  created_at: Generated<Date>;
  /** When the owner last proved to be there. */
  proved_at: Generated<Date>;
  last_used_at: Generated<Date>;
  expires_at: Date;
}

interface KnownDeviceTable {
  token_hash: Buffer;
  account_id: string;
  created_at: Date;
  seen_at: Date;
}

interface KnownNetworkTable {
  account_id: string;
  network: string;
  seen_at: Date;
}

interface SignInNoticeTable {
  token_hash: Buffer;
  account_id: string;
  signed_in_at: Date;
  device: string;
  address: string;
  expires_at: Date;
}

interface AuthenticatorTable {
  account_id: string;
  secret: Buffer;
  created_at: Date;
  /** Null until its first code was given. */
  confirmed_at: Date | null;
  /** The 30 seconds of the last code that was taken, counted from 1970. */
  last_step: Generated<string>;
}

interface RecoveryCodeTable {
  account_id: string;
  code_hash: Buffer;
  created_at: Date;
  used_at: Date | null;
}

interface PasskeyTable {
  id: Generated<string>;
  account_id: string;
  credential_id: Buffer;
  public_key: Buffer;
  counter: string;
  name: string;
  synced: boolean;
  created_at: Date;
  last_used_at: Date | null;
}

interface PasskeyChallengeTable {
  challenge_hash: Buffer;
  /** A hash of what it may be answered for. */
  asked_for: Buffer;
  expires_at: Date;
}

interface ProviderIdentityTable {
  issuer: string;
  subject: string;
  account_id: string;
  linked_at: Date;
  confirmed_at: Date;
  refused_at: Date | null;
  refresh_token: Buffer | null;
}

interface ProviderAttemptTable {
  state_hash: Buffer;
  browser_hash: Buffer;
  code_verifier: string;
  nonce: string;
  expires_at: Date;
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
