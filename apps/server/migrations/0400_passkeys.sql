-- Keys that a device or a password manager holds and shows only once it has recognised its owner (WebAuthn).
create table passkey (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  -- How the device names it, over all accounts.
  credential_id bytea not null unique,
  public_key bytea not null,
  -- How often the device says it was used; 0 for ever where it does not count. One that stands still was copied.
  counter bigint not null,
  name text not null,
  -- Whether the maker of the device copies it to the owner's other devices.
  synced boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_account on passkey (account_id);

-- What a device is asked to sign: each once, and for nothing else than it was asked for.
create table passkey_challenge (
  challenge_hash bytea primary key,
  -- SHA-256 of what it is asked for: to add a key in one session, to enter as one e-mail, to enter as whoever has the key.
  asked_for bytea not null,
  expires_at timestamptz not null
);
create index passkey_challenge_expiry on passkey_challenge (expires_at);
