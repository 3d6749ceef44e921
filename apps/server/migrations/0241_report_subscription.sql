-- Who gets the report of an establishment by e-mail when a billing cycle is over.
create table report_subscription (
  account_id uuid not null references account on delete cascade,
  establishment_id uuid not null references establishment on delete cascade,
  type text not null check (type in ('eletric', 'water')),
  -- The last day of the last cycle that was over when it was asked for, or that was sent.
  sent_until date not null,
  primary key (account_id, establishment_id, type)
);
create index report_subscription_establishment on report_subscription (establishment_id);
