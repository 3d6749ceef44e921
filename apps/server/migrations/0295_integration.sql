-- Keys of other systems: each does one thing in the name of its owner, and nothing else.
create table integration (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  kind text not null check (kind in ('gateway', 'mqtt', 'home-assistant', 'calendar', 'csv')),
  name text not null,
  -- The first characters of the key, by which its owner tells it from others.
  prefix text not null,
  -- SHA-256 of the key, which is 256 random bits.
  key_hash bytea not null unique,
  -- The meters that it is for; null: all that its owner sees.
  boards text[],
  created_at timestamptz not null,
  last_used_at timestamptz,
  check (kind <> 'gateway' or boards is not null)
);
create index integration_account on integration (account_id);
create index integration_gateway_boards on integration using gin (boards) where kind = 'gateway';

-- A gateway that is made or revoked changes who may send for its boards.
create function tell_gateway_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('board_changed', mac) from unnest(coalesce(new.boards, old.boards)) as mac;
  return null;
end $$;
create trigger gateway_made after insert on integration
  for each row when (new.kind = 'gateway') execute function tell_gateway_changed();
create trigger gateway_revoked after delete on integration
  for each row when (old.kind = 'gateway') execute function tell_gateway_changed();

-- So does an account that is disabled, enabled or given another profile.
create function tell_gateways_of_account() returns trigger language plpgsql as $$
begin
  perform pg_notify('board_changed', mac)
    from integration g cross join unnest(g.boards) as mac where g.account_id = new.id and g.kind = 'gateway';
  return null;
end $$;
create trigger account_gateways_changed after update of disabled_at, profile on account
  for each row execute function tell_gateways_of_account();

-- And an establishment that changes hands.
create function tell_gateways_of_establishment() returns trigger language plpgsql as $$
begin
  perform pg_notify('board_changed', mac) from installation where establishment_id = new.id and removed_at is null;
  return null;
end $$;
create trigger establishment_gateways_changed after update of owner_id on establishment
  for each row when (old.owner_id is distinct from new.owner_id) execute function tell_gateways_of_establishment();
