-- From which networks (/24 of IPv4, /48 of IPv6) an account has signed in: a sign-in on a device that is new to it, from a network
-- that is new to it, is told to its owner.
create table known_network (
  account_id uuid not null references account on delete cascade,
  network text not null,
  seen_at timestamptz not null,
  primary key (account_id, network)
);

-- Links by which an owner says that such a sign-in was not theirs.
create table sign_in_notice (
  -- SHA-256 of the token.
  token_hash bytea primary key,
  account_id uuid not null references account on delete cascade,
  signed_in_at timestamptz not null,
  device text not null,
  address text not null,
  expires_at timestamptz not null
);
create index sign_in_notice_account on sign_in_notice (account_id);
create index sign_in_notice_expiry on sign_in_notice (expires_at);
