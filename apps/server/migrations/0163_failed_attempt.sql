-- Wrong passwords and wrong claim codes, by what they are counted by (an address, an account, a device, a session): only a
-- hash of that, so nothing that somebody typed is kept.
create table failed_attempt (
  key bytea primary key,
  attempts integer not null,
  last_at timestamptz not null,
  forgotten_at timestamptz not null
) with (fillfactor = 50);

create index failed_attempt_forgotten on failed_attempt (forgotten_at);
