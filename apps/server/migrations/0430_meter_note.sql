-- What people write beside the curve of a meter: when, what, and who. It goes with the installation, and stays without a
-- name where its author's account is removed.
create table meter_note (
  id uuid primary key default uuidv7(),
  installation_id integer not null references installation on delete cascade,
  account_id uuid references account on delete set null,
  at timestamptz not null,
  until timestamptz check (until > at),
  text text not null check (text <> ''),
  written_at timestamptz not null
);
create index meter_note_installation on meter_note (installation_id, at);
create index meter_note_account on meter_note (account_id);
