-- What people write to the support; it goes with the account (LGPD, art. 18).
create table feedback (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  title text not null,
  body text not null,
  created_at timestamptz not null
);
create index feedback_account on feedback (account_id, created_at);
