-- What changed of that which is read much oftener than it changes, a row a transaction, kind and installation. Whoever
-- keeps what it read asks which of these were committed since (`platform/database/change-feed.ts`), instead of reading
-- it again: a row is there as soon as its transaction is, so nothing committed in whatever order can be missed, and
-- nothing that was rolled back is seen. Tables note by themselves, whoever writes into them by whatever way.
-- 'structure': of accounts, places, meters, groups and contracts. 'packed': a packed day was written or undone.
-- 'passed': something was written into quarter-hours that had passed.
create table noted_change (
  xid xid8 not null default pg_current_xact_id(),
  kind text not null,
  -- 0 of the structure.
  installation_id integer not null,
  at timestamptz not null default clock_timestamp(),
  primary key (xid, kind, installation_id)
);

create function note_structure_change() returns trigger language plpgsql as $$
begin
  insert into noted_change (kind, installation_id) values ('structure', 0) on conflict do nothing;
  return null;
end
$$;

create trigger structure_changed after insert or update or delete or truncate on account
  for each statement execute function note_structure_change();
create trigger structure_changed after insert or update or delete or truncate on establishment
  for each statement execute function note_structure_change();
create trigger structure_changed after insert or update or delete or truncate on board
  for each statement execute function note_structure_change();
create trigger structure_changed after insert or update or delete or truncate on installation
  for each statement execute function note_structure_change();
create trigger structure_changed after insert or update or delete or truncate on meter_access
  for each statement execute function note_structure_change();
create trigger structure_changed after insert or update or delete or truncate on meter_group
  for each statement execute function note_structure_change();
create trigger structure_changed after insert or update or delete or truncate on group_member
  for each statement execute function note_structure_change();
create trigger structure_changed after insert or update or delete or truncate on reading_date
  for each statement execute function note_structure_change();
create trigger structure_changed after insert or update or delete or truncate on billing_contract
  for each statement execute function note_structure_change();

-- In place of `packed_change`, whose numbers each installation was asked for.
drop trigger packed_day_added on packed_day;
drop trigger packed_day_undone on packed_day;
drop table packed_change;
create or replace function note_packed_changes() returns trigger language plpgsql as $$
begin
  insert into noted_change (kind, installation_id) select distinct 'packed', installation_id from changed
    on conflict do nothing;
  return null;
end
$$;
create trigger packed_day_added after insert on packed_day
  referencing new table as changed for each statement execute function note_packed_changes();
create trigger packed_day_undone after delete on packed_day
  referencing old table as changed for each statement execute function note_packed_changes();

-- What began within the last 20 minutes is not noted, so that live frames leave nothing here; nobody keeps what is not
-- older than half an hour. Nor is a row that is only opened.
create function note_passed_changes() returns trigger language plpgsql as $$
begin
  insert into noted_change (kind, installation_id)
    select distinct 'passed', installation_id from changed
    where start < clock_timestamp() - interval '20 minutes' and (frames > 0 or tg_op <> 'INSERT')
    on conflict do nothing;
  return null;
end
$$;

create trigger quarter_added after insert on quarter
  referencing new table as changed for each statement execute function note_passed_changes();
create trigger quarter_changed after update on quarter
  referencing new table as changed for each statement execute function note_passed_changes();
create trigger quarter_removed after delete on quarter
  referencing old table as changed for each statement execute function note_passed_changes();
