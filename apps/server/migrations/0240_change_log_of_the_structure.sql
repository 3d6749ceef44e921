-- What meters measured is kept in memory nowhere any more: the change log is of accounts, establishments, meters, groups,
-- contracts and tariffs alone, a row a transaction.
drop trigger meter_day_filled on meter_day;
drop trigger meter_day_undone on meter_day;
drop function note_closed_days();
drop trigger quarter_added on quarter;
drop trigger quarter_changed on quarter;
drop trigger quarter_removed on quarter;
drop function note_passed_changes();

drop table noted_change;
create table change_log (
  xid xid8 primary key default pg_current_xact_id(),
  at timestamptz not null default clock_timestamp()
);

create or replace function note_structure_change() returns trigger language plpgsql as $$
begin
  insert into change_log default values on conflict do nothing;
  return null;
end
$$;
