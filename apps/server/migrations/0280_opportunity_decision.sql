-- What people made of savings that were found. Without a row: nothing yet.
create table opportunity_decision (
  establishment_id uuid not null references establishment on delete cascade,
  kind text not null check (kind in ('modality', 'demand', 'leak')),
  -- Of a leak; empty of a whole establishment.
  mac text not null default '',
  state text not null check (state in ('accepted', 'dismissed', 'done')),
  reason text check (state <> 'dismissed' or reason is not null),
  done_on date check ((state = 'done') = (done_on is not null)),
  -- The saving as it was told then: once it is done it is found no more.
  told jsonb not null,
  account_id uuid references account on delete set null,
  decided_at timestamptz not null,
  primary key (establishment_id, kind, mac)
);
create index opportunity_decision_account on opportunity_decision (account_id);
