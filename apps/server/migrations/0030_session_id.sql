-- A name for a session by which its owner can end it; the hash of its token is shown to nobody.
alter table session add column id uuid not null default uuidv7();
create unique index session_id on session (id);
