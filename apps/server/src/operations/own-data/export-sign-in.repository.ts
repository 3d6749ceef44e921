import type { Connection } from '../../platform/database/open-database.ts';

/** What is held of how a person signs in, and from where. */
export const signInSources = (db: Connection, accountId: string) => ({
  sessions: db
    .selectFrom('session')
    .where('account_id', '=', accountId)
    .select([
      'id',
      'kept',
      'by_provider',
      'user_agent',
      'address',
      'created_at',
      'last_used_at',
      'expires_at',
    ])
    .execute(),
  knownDevices: db
    .selectFrom('known_device')
    .where('account_id', '=', accountId)
    .select(['created_at', 'seen_at'])
    .execute(),
  knownNetworks: db
    .selectFrom('known_network')
    .where('account_id', '=', accountId)
    .select(['network', 'seen_at'])
    .execute(),
  noticedSignIns: db
    .selectFrom('sign_in_notice')
    .where('account_id', '=', accountId)
    .select(['signed_in_at', 'device', 'address'])
    .execute(),
  secondStep: db
    .selectFrom('authenticator')
    .where('account_id', '=', accountId)
    .select(['created_at', 'confirmed_at'])
    .execute(),
  recoveryCodes: db
    .selectFrom('recovery_code')
    .where('account_id', '=', accountId)
    .select(['created_at', 'used_at'])
    .execute(),
  passkeys: db
    .selectFrom('passkey')
    .where('account_id', '=', accountId)
    .select(['id', 'name', 'synced', 'created_at', 'last_used_at'])
    .execute(),
  providerIdentities: db
    .selectFrom('provider_identity')
    .where('account_id', '=', accountId)
    .select(['issuer', 'subject', 'linked_at', 'confirmed_at', 'refused_at'])
    .execute(),
});
