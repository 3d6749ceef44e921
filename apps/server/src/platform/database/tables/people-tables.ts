import type { Generated } from 'kysely';

/** Who people are, and how they come to be what they are. */
export interface PeopleTables {
  account: AccountTable;
  upgrade_request: UpgradeRequestTable;
  consent: ConsentTable;
  client_invitation: ClientInvitationTable;
  client_invitation_meter: { invitation_id: string; installation_id: number };
}

interface AccountTable {
  id: Generated<string>;
  email: string;
  password_hash: string;
  first_name: string;
  last_name: Generated<string>;
  birth: string | null;
  gender: 'Male' | 'Female' | 'Other' | null;
  cnpj: string | null;
  account_type: Generated<string>;
  profile: Generated<'user' | 'Manager' | 'Admin' | 'partner' | 'client'>;
  manager_id: string | null;
  /** The partner that brought it. */
  partner_id: string | null;
  picture: string | null;
  company_logo: string | null;
  partner_logo: string | null;
  email_confirmed_at: Date | null;
  disabled_at: Date | null;
  credentials_until: Date | null;
  created_at: Generated<Date>;
}

interface ConsentTable {
  id: Generated<string>;
  account_id: string;
  document: 'terms' | 'privacy';
  version: string;
  given_at: Date;
  address: string;
  device: string;
  /** Null: it stands. */
  withdrawn_at: Date | null;
}

interface ClientInvitationTable {
  id: Generated<string>;
  manager_id: string;
  name: string;
  email: string | null;
  token_hash: Buffer | null;
  invited_at: Date;
  expires_at: Date;
}

interface UpgradeRequestTable {
  id: Generated<string>;
  account_id: string;
  requested_at: Date;
  decided_at: Date | null;
  decided_by: string | null;
  approved: boolean | null;
}
