-- Links by which a forgotten password is replaced.
create table recovery_token (
  -- SHA-256 of the token: a stolen table opens no door.
  token_hash bytea primary key,
  account_id uuid not null references account on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index recovery_token_account on recovery_token (account_id);
create index recovery_token_expiry on recovery_token (expires_at);
