-- Which installations had something written into quarter-hours that had passed, in a row each time: whoever keeps what it
-- read of them asks for these numbers instead of reading them again. What began within the last 20 minutes is not noted,
-- so that live frames leave nothing here; nobody keeps what is not older than half an hour. Nor is a row that is opened. A late frame, a correction and an
-- import write into `quarter` in ways of their own, so it is the table that notes. Numbers come in no order of time; old
-- ones are forgotten.
create table passed_change (
  installation_id integer not null,
  id bigint generated always as identity,
  at timestamptz not null default now(),
  primary key (installation_id, id)
);

create function note_passed_changes() returns trigger language plpgsql as $$
begin
  insert into passed_change (installation_id)
    select distinct installation_id from changed
    where start < clock_timestamp() - interval '20 minutes' and (frames > 0 or tg_op <> 'INSERT');
  return null;
end
$$;

create trigger quarter_added after insert on quarter
  referencing new table as changed for each statement execute function note_passed_changes();
create trigger quarter_changed after update on quarter
  referencing new table as changed for each statement execute function note_passed_changes();
create trigger quarter_removed after delete on quarter
  referencing old table as changed for each statement execute function note_passed_changes();
