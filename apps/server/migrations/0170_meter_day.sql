-- A closed UTC day of a meter as one row, in place of four tables of packed days and two of open ones. It is written by the
-- job that closes days, and deleted in the transaction of whatever adds to it, corrects or excludes a part of it; the job
-- closes it again later. A row is made first, and filled then: `format` is null until it is.
create table meter_day (
  installation_id integer not null,
  day date not null,
  -- Of the encodings below (`features/series/encoding`).
  format smallint,
  -- How many frames its blocks hold, and how many that count began in each of the 96 quarter-hours, two bytes each.
  frames integer not null default 0,
  counts bytea,
  -- A character of each quarter-hour, 1 with data, 0 without; null: all with.
  present text,
  -- Thousandths of each quarter-hour by phase; null: nothing.
  consumed bytea,
  injected bytea,
  inductive bytea,
  capacitive bytea,
  volume bytea,
  -- The 24 hours of what was consumed, or of the volume, eight bytes each; null: nothing. These lie in the index, days one
  -- beside the other, since of many days mostly only they are asked.
  hours bytea,
  -- Power factor and voltage by the hour; null: nothing was measured.
  quality bytea,
  -- The frames themselves in blocks of six hours, compressed, and where each block ends; null: past their retention.
  frame_blocks bytea,
  block_ends integer[],
  primary key (installation_id, day) include (hours, present, format)
);
-- What screens read of a month lies in the row itself, and only the frames beside it.
alter table meter_day set (toast_tuple_target = 8160);
alter table meter_day alter column frame_blocks set storage external;
create index meter_day_unfilled on meter_day (day, installation_id) where format is null;

drop table packed_frames, packed_quality, packed_quarters, packed_day, open_frames, open_quality;

-- Who keeps what it made of closed days hears when one was filled or undone.
update noted_change set kind = 'closed' where kind = 'packed';
drop function note_packed_changes;
create function note_closed_days() returns trigger language plpgsql as $$
begin
  insert into noted_change (kind, installation_id) select distinct 'closed', installation_id from changed
    on conflict do nothing;
  return null;
end
$$;
create trigger meter_day_filled after update on meter_day
  referencing new table as changed for each statement execute function note_closed_days();
create trigger meter_day_undone after delete on meter_day
  referencing old table as changed for each statement execute function note_closed_days();
