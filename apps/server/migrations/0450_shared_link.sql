-- Links by which somebody without an account sees one thing of an establishment, as the maker sees it. Only a hash of the key is
-- kept. It goes with the account and with the establishment.
create table shared_link (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  establishment_id uuid not null references establishment on delete cascade,
  kind text not null check (kind in ('tv', 'cycle', 'flow', 'report')),
  name text not null,
  prefix text not null,
  key_hash bytea not null unique,
  type text not null check (type in ('eletric', 'water')),
  start_on date,
  end_on date,
  expires_on date check (expires_on is not null or kind = 'tv'),
  created_at timestamptz not null,
  openings integer not null default 0,
  last_opened_at timestamptz
);
create index shared_link_account on shared_link (account_id);
create index shared_link_establishment on shared_link (establishment_id);
