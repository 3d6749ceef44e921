-- When the owner last proved to be there: by signing in, or by password or passkey within the session.
alter table session add column proved_at timestamptz not null default now();
-- A session that was open before has proved nothing since it was opened.
update session set proved_at = created_at;
