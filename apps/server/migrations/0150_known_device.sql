-- Browsers on which an account signed in before. Wrong passwords from them are counted apart from those of strangers.
create table known_device (
  -- SHA-256 of the token in the browser's cookie. Several people may sign in on one device.
  token_hash bytea not null check (octet_length(token_hash) = 32),
  account_id uuid not null references account on delete cascade,
  created_at timestamptz not null,
  -- When the account last signed in there.
  seen_at timestamptz not null,
  primary key (token_hash, account_id)
);
create index known_device_account on known_device (account_id, seen_at);
