-- The last connection of each board: the newest only, so that a board that flaps writes one small row over and over.
create table board_connection (
  mac text primary key references board on delete cascade,
  connected_at timestamptz not null,
  -- Null while it lasts.
  disconnected_at timestamptz check (disconnected_at >= connected_at),
  address text not null,
  protocol text not null
) with (fillfactor = 50);

-- What could not be accepted, by board. It knows its boards by the join with which it is written: a foreign key would
-- lock a row of the board for every batch.
create table refused_of_board (
  mac text not null,
  -- Of America/Sao_Paulo: people read it.
  day date not null,
  reason text not null,
  frames bigint not null,
  primary key (mac, day, reason)
) with (fillfactor = 50);

create index refused_frame_mac on refused_frame (mac, id);
