-- Keys by which programs act for a person.
create table api_key (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  name text not null,
  -- The first characters of the key, by which its owner tells it from others.
  prefix text not null,
  -- SHA-256 of the key, which is 256 random bits.
  key_hash bytea not null unique,
  can_write boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index api_key_account on api_key (account_id);
