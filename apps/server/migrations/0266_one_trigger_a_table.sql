-- A table has one trigger: who changes a board or an installation tells the processes that route frames, and is in the
-- change log, by the same one. A tariff is never changed but by a version of it.

create or replace function tell_board_changed() returns trigger language plpgsql as $$
begin
  insert into change_log default values on conflict do nothing;
  perform pg_notify('board_changed', coalesce(new.mac, old.mac));
  return null;
end $$;
drop trigger structure_changed on board;
drop trigger structure_changed on installation;
drop trigger structure_changed on tariff;
