-- Whether the board was heard by a connection that signed in with BOARD_CREDENTIALS, by which others may speak as well.
alter table board_connection add column by_shared_credential boolean not null default false;
