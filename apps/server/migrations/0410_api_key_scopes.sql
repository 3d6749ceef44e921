-- What a key is for, until when, and how many requests a minute it may make. Keys from before keep what they could do, without an end.
alter table api_key
  add column scopes text[] not null default '{}',
  add column expires_at timestamptz,
  -- When its owner was told that it ends soon.
  add column warned_at timestamptz,
  -- Set by an Admin, and below that by its owner; null: as many as are allowed.
  add column allowed_per_minute integer not null default 600 check (allowed_per_minute between 1 and 60000),
  add column per_minute integer check (per_minute between 1 and 60000),
  -- When a request was last refused because there were too many.
  add column limited_at timestamptz;

update api_key set scopes = case
  when can_write then array['read-measures', 'read-bills', 'read-alerts', 'read-system',
    'edit-places', 'handle-alerts', 'manage-clients', 'administer']
  else array['read-measures', 'read-bills', 'read-alerts', 'read-system'] end;
alter table api_key alter column scopes drop default, drop column can_write;
create index api_key_expiry on api_key (expires_at) where warned_at is null;

-- Until when the requests of a key so far would take at its rate: all that counting them over several processes needs. What a
-- crash forgets is a few seconds' worth.
create unlogged table api_key_use (
  key_id uuid primary key references api_key on delete cascade,
  busy_until timestamptz not null
) with (fillfactor = 50);
