-- Which version of the terms and of the notice of privacy people accepted, when and from where, and when they took it back
-- (LGPD, art. 8). It goes with the account.
create table consent (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  document text not null check (document in ('terms', 'privacy')),
  version text not null,
  given_at timestamptz not null,
  address text not null,
  device text not null,
  withdrawn_at timestamptz
);
create unique index consent_standing on consent (account_id, document, version) where withdrawn_at is null;
create index consent_given on consent (given_at, id);
