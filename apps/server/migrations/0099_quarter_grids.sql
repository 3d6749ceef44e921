-- The quarter-hours of a packed day, all phases together, for what an hour is too long for: bills, demand, always-on load.
-- It lives and dies with its packed day, which whatever adds to a closed day, corrects or excludes a part of it deletes.
-- Each quantity is a grid of 96 numbers one after the other, big-endian, of four bytes or, where one needs more, of
-- eight; null is a grid of zeros. `hours` are the 24 hours of UTC of what was consumed, or of the volume, eight bytes each.
-- `present` is a character of each quarter-hour, 1 with data, 0 without; null: all with.
drop table packed_quarters;
create table packed_quarters (
  installation_id integer not null,
  day date not null,
  frames integer not null,
  present text,
  consumed bytea,
  injected bytea,
  inductive bytea,
  capacitive bytea,
  volume bytea,
  hours bytea,
  primary key (installation_id, day),
  foreign key (installation_id, day) references packed_day on delete cascade
);
