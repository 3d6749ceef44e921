-- Who was asked to become a client user. The link of one with an e-mail is made when its letter is written.
create table client_invitation (
  id uuid primary key default uuidv7(),
  manager_id uuid not null references account on delete cascade,
  name text not null,
  email text check (email = lower(email)),
  -- SHA-256 of the link's token: a stolen table opens no door.
  token_hash bytea unique,
  invited_at timestamptz not null,
  expires_at timestamptz not null
);
create index client_invitation_manager on client_invitation (manager_id);
create unique index client_invitation_email on client_invitation (manager_id, email) where email is not null;

create table client_invitation_meter (
  invitation_id uuid not null references client_invitation on delete cascade,
  installation_id integer not null references installation on delete cascade,
  primary key (invitation_id, installation_id)
);
create index client_invitation_meter_installation on client_invitation_meter (installation_id);
