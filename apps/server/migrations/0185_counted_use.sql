-- How often something was done that may be done so and so often in a while (letters asked for, accounts made, pictures
-- stored), by a hash of whom it is counted by: an account or an address.
create table counted_use (
  key bytea primary key,
  used integer not null,
  ends_at timestamptz not null
) with (fillfactor = 50);
create index counted_use_ends on counted_use (ends_at);
