-- The second step of signing in, beside the password: an app that shows codes (RFC 6238), and codes on paper for the day it is lost.
create table authenticator (
  account_id uuid primary key references account on delete cascade,
  secret bytea not null,
  created_at timestamptz not null,
  -- Null until its first code was given: so long signing in goes without it.
  confirmed_at timestamptz,
  -- The 30 seconds of the last code that was taken: no code is taken twice.
  last_step bigint not null default 0
);

create table recovery_code (
  account_id uuid not null references account on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);
