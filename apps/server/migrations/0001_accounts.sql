-- People and their sessions.
create table account (
  id uuid primary key default uuidv7(),
  email text not null check (email = lower(email)),
  password_hash text not null,
  first_name text not null,
  last_name text not null default '',
  birth date,
  gender text check (gender in ('Male', 'Female', 'Other')),
  cnpj text,
  account_type text not null default 'comerc',
  profile text not null default 'user' check (profile in ('user', 'Manager', 'Admin', 'partner', 'client')),
  -- A client user belongs to the Manager who created it.
  manager_id uuid references account on delete cascade check ((manager_id is null) or profile = 'client'),
  picture text,
  company_logo text,
  partner_logo text,
  email_confirmed_at timestamptz,
  disabled_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index account_email on account (email);
create index account_manager on account (manager_id) where manager_id is not null;

create table session (
  -- SHA-256 of the token: a stolen table opens no door.
  token_hash bytea primary key,
  account_id uuid not null references account on delete cascade,
  kept boolean not null default false,
  user_agent text not null default '',
  address text not null default '',
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index session_account on session (account_id);
create index session_expiry on session (expires_at);

create table setting (
  name text primary key,
  value jsonb not null
);
