-- Whoever changes a board or an installation tells every process that routes frames.
create function tell_board_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('board_changed', coalesce(new.mac, old.mac));
  return null;
end $$;

create trigger board_changed after insert or update or delete on board
  for each row execute function tell_board_changed();
create trigger installation_changed after insert or update or delete on installation
  for each row execute function tell_board_changed();
