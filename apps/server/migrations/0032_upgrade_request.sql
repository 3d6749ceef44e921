-- Who asked to become Manager, and what was decided.
create table upgrade_request (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  requested_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references account on delete set null,
  approved boolean,
  check ((decided_at is null) = (approved is null))
);
create index upgrade_request_account on upgrade_request (account_id);
create unique index upgrade_request_open on upgrade_request (account_id) where decided_at is null;
