-- Links by which a person shows that an e-mail address is theirs.
create table confirmation_token (
  -- SHA-256 of the token.
  token_hash bytea primary key,
  account_id uuid not null references account on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index confirmation_token_account on confirmation_token (account_id);
create index confirmation_token_expiry on confirmation_token (expires_at);
