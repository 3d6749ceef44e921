-- Several edges keep connections of boards: which one a board was last connected to.
alter table board_connection add column edge text not null default '';
