-- Where a meter was before: a move closes the installation at the old place and opens one at the new.
alter table installation
  add column moved_from integer references installation on delete set null,
  -- When the present board took over from a broken one; null: it has been there from the beginning.
  add column board_since timestamptz check (board_since >= installed_at);
create unique index installation_moved_from on installation (moved_from) where moved_from is not null;

-- Boards that an installation had before its present one.
create table replaced_board (
  installation_id integer not null references installation on delete cascade,
  mac text not null references board,
  since timestamptz not null,
  until timestamptz not null check (until >= since),
  primary key (installation_id, since)
);
create index replaced_board_mac on replaced_board (mac);

create trigger replaced_board_changed after insert or update or delete on replaced_board
  for each row execute function tell_board_changed();

-- Which board measured for which installation, and when: no two stays of a board overlap, nor two of an installation.
create view board_stay as
  select id as installation_id, mac, coalesce(board_since, installed_at) as since, removed_at as until from installation
  union all
  select installation_id, mac, since, until from replaced_board;
