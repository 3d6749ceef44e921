-- Reports that are kept for download. One belongs to an account and says what this account sees; a statement belongs to the
-- client user that it is about, and its Manager sees it too.
create table report (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  kind text not null check (kind in ('establishment', 'group', 'portfolio', 'statement')),
  establishment_id uuid references establishment on delete cascade
    check ((establishment_id is not null) = (kind = 'establishment')),
  type text check (type in ('eletric', 'water')) check ((type is not null) = (kind = 'establishment')),
  group_id uuid references meter_group on delete cascade check ((group_id is not null) = (kind = 'group')),
  period text not null check (period in ('month', 'week')),
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  state text not null check (state in ('waiting', 'making', 'made', 'failed')),
  -- Per cent of what is read for it.
  progress smallint not null default 0,
  -- When its state or its progress was written last: what is being made and stands still is made again.
  touched_at timestamptz not null,
  -- Whether its period was not over yet when it was made.
  is_open boolean not null default true,
  -- When its figures were last compared with those of its newest version.
  looked_at timestamptz,
  unique nulls not distinct (account_id, kind, establishment_id, type, group_id, period, first_day)
);
create index report_establishment on report (establishment_id) where establishment_id is not null;
create index report_group on report (group_id) where group_id is not null;
create index report_under_way on report (touched_at) where state in ('waiting', 'making');
create index report_looked_at on report (looked_at) where state = 'made' and not is_open;

create table report_version (
  report_id uuid not null references report on delete cascade,
  number integer not null,
  made_at timestamptz not null,
  -- R$; null where nothing was priced.
  total double precision,
  completeness double precision not null,
  -- What it was made from, and what it tells: the next version is compared with it.
  facts jsonb not null,
  -- In Portuguese, a sentence each: what differs from the version before.
  changes text[] not null,
  -- Installations that it speaks of: whoever does not see all of them now does not get it.
  installations integer[] not null,
  file_name text not null,
  pdf bytea not null,
  xlsx bytea not null,
  primary key (report_id, number)
);
-- Compressed already.
alter table report_version alter column pdf set storage external;
alter table report_version alter column xlsx set storage external;

-- Which reports come by themselves, for each person: kept for download, and sent by e-mail where it is wanted.
alter table report_subscription rename to report_subscription_before;
alter table report_subscription_before rename constraint report_subscription_pkey to report_subscription_before_pkey;
drop index report_subscription_establishment;
create table report_subscription (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  kind text not null check (kind in ('establishment', 'group', 'portfolio', 'statement')),
  establishment_id uuid references establishment on delete cascade
    check ((establishment_id is not null) = (kind = 'establishment')),
  type text check (type in ('eletric', 'water')) check ((type is not null) = (kind = 'establishment')),
  group_id uuid references meter_group on delete cascade check ((group_id is not null) = (kind = 'group')),
  -- The client user whose statement it is.
  client_id uuid references account on delete cascade check ((client_id is not null) = (kind = 'statement')),
  period text not null check (period in ('month', 'week')),
  formats text[] not null check (cardinality(formats) > 0 and formats <@ array['pdf', 'xlsx']),
  by_mail boolean not null,
  -- The last day of the last period that was over when it was asked for, or that was made since.
  sent_until date not null,
  unique nulls not distinct (account_id, kind, establishment_id, type, group_id, client_id, period)
);
create index report_subscription_establishment on report_subscription (establishment_id)
  where establishment_id is not null;
create index report_subscription_group on report_subscription (group_id) where group_id is not null;
create index report_subscription_client on report_subscription (client_id) where client_id is not null;
insert into report_subscription (account_id, kind, establishment_id, type, period, formats, by_mail, sent_until)
  select account_id, 'establishment', establishment_id, type, 'month', array['pdf'], true, sent_until
  from report_subscription_before;
drop table report_subscription_before;
