-- Which packed days of an installation were written or undone, in a row each time: whoever keeps what it made of packed
-- days asks for these numbers instead of reading the days again. Nobody waits for anybody here, as for a counter a late
-- frame would. Numbers come in no order of time; old ones are forgotten, but for the newest of each installation.
create table packed_change (
  installation_id integer not null,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  primary key (installation_id, id)
);

create function note_packed_changes() returns trigger language plpgsql as $$
begin
  insert into packed_change (installation_id) select distinct installation_id from changed order by installation_id;
  return null;
end
$$;

create trigger packed_day_added after insert on packed_day
  referencing new table as changed for each statement execute function note_packed_changes();
create trigger packed_day_undone after delete on packed_day
  referencing old table as changed for each statement execute function note_packed_changes();
