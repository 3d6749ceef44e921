-- What somebody who knows the place said of a leak that was suspected: mended, or no leak at all.
create table leak_verdict (
  installation_id integer not null references installation on delete cascade,
  -- The day since which the water was seen to flow.
  since date not null,
  verdict text not null check (verdict in ('resolved', 'notALeak')),
  -- The flow of the night that is no leak, ml an hour: only more than this is suspected again.
  accepted_ml bigint not null check (accepted_ml >= 0),
  account_id uuid references account on delete set null,
  judged_at timestamptz not null,
  primary key (installation_id, since)
);
create index leak_verdict_account on leak_verdict (account_id);
