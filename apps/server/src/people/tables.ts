// Generated from the migrations. Regenerate after a change: `KEEP_TABLES=1 npx vitest run --project database table-types`.
import type { Day, Generated, Json } from '../platform/database/schema.ts';

declare module '../platform/database/schema.ts' {
  interface Schema {
    account: {
      account_type: Generated<string>;
      birth: Day | null;
      cnpj: string | null;
      company_logo: string | null;
      created_at: Generated<Date>;
      credentials_until: Date | null;
      disabled_at: Date | null;
      email: string;
      email_confirmed_at: Date | null;
      first_name: string;
      gender: 'Male' | 'Female' | 'Other' | null;
      id: Generated<string>;
      last_name: Generated<string>;
      manager_id: string | null;
      partner_id: string | null;
      partner_logo: string | null;
      password_hash: string;
      picture: string | null;
      profile: Generated<'user' | 'Manager' | 'Admin' | 'partner' | 'client'>;
      tour_views: Generated<Json>;
    };
    authenticator: {
      account_id: string;
      confirmed_at: Date | null;
      created_at: Date;
      last_step: Generated<number>;
      secret: Buffer;
    };
    client_invitation: {
      email: string | null;
      expires_at: Date;
      id: Generated<string>;
      invited_at: Date;
      manager_id: string;
      name: string;
      token_hash: Buffer | null;
    };
    client_invitation_meter: {
      installation_id: number;
      invitation_id: string;
    };
    confirmation_token: {
      account_id: string;
      created_at: Date;
      expires_at: Date;
      token_hash: Buffer;
    };
    consent: {
      accepted_at: Date;
      account_id: string;
      address: string;
      device: string;
      document: 'terms' | 'privacy';
      id: Generated<string>;
      version: string;
      withdrawn_at: Date | null;
    };
    counted_use: {
      ends_at: Date;
      key: Buffer;
      used: number;
    };
    failed_attempt: {
      attempts: number;
      forgotten_at: Date;
      key: Buffer;
      last_at: Date;
    };
    feedback: {
      account_id: string;
      body: string;
      created_at: Date;
      id: Generated<string>;
      title: string;
    };
    audit_anchor: {
      hash: Buffer;
      is_only: Generated<boolean>;
      number: number;
    };
    audit_event: {
      action: string;
      actor_id: string | null;
      address: string;
      at: Date;
      chained_at: Date | null;
      detail: Json;
      detail_digest: Buffer | null;
      detail_salt: Buffer | null;
      device: string;
      hash: Buffer | null;
      id: Generated<number>;
      number: number | null;
      previous_hash: Buffer | null;
      subject_id: string | null;
    };
    known_device: {
      account_id: string;
      created_at: Date;
      seen_at: Date;
      token_hash: Buffer;
    };
    known_network: {
      account_id: string;
      network: string;
      seen_at: Date;
    };
    passkey: {
      account_id: string;
      counter: number;
      created_at: Date;
      credential_id: Buffer;
      id: Generated<string>;
      last_used_at: Date | null;
      name: string;
      public_key: Buffer;
      synced: boolean;
    };
    passkey_challenge: {
      asked_for: Buffer;
      challenge_hash: Buffer;
      expires_at: Date;
    };
    provider_attempt: {
      browser_hash: Buffer;
      code_verifier: string;
      expires_at: Date;
      nonce: string;
      state_hash: Buffer;
    };
    provider_identity: {
      account_id: string;
      confirmed_at: Date;
      issuer: string;
      linked_at: Date;
      refresh_token: Buffer | null;
      refused_at: Date | null;
      subject: string;
    };
    recovery_code: {
      account_id: string;
      code_hash: Buffer;
      created_at: Date;
      used_at: Date | null;
    };
    recovery_token: {
      account_id: string;
      created_at: Date;
      expires_at: Date;
      token_hash: Buffer;
    };
    session: {
      account_id: string;
      address: Generated<string>;
      by_provider: Generated<boolean>;
      created_at: Generated<Date>;
      expires_at: Date;
      id: Generated<string>;
      last_used_at: Generated<Date>;
      proved_at: Generated<Date>;
      remembered: Generated<boolean>;
      token_hash: Buffer;
      user_agent: Generated<string>;
    };
    sign_in_notice: {
      account_id: string;
      address: string;
      device: string;
      expires_at: Date;
      signed_in_at: Date;
      token_hash: Buffer;
    };
    upgrade_request: {
      account_id: string;
      approved: boolean | null;
      decided_at: Date | null;
      decided_by: string | null;
      id: Generated<string>;
      requested_at: Date;
    };
  }
}
