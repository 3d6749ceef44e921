-- Rules of one's own: of one meter, of what measures an establishment, or of a group.
create table alert_rule (
  id uuid primary key default uuidv7(),
  name text not null check (name <> ''),
  -- Whose meters they are: it goes with the account.
  owner_id uuid not null references account on delete cascade,
  installation_id integer references installation on delete cascade,
  establishment_id uuid references establishment on delete cascade,
  group_id uuid references meter_group on delete cascade,
  severity text not null check (severity in ('urgent', 'serious', 'notable')),
  -- What it looks at and when it tells, in the contract's JSON.
  terms jsonb not null,
  is_on boolean not null default true,
  created_at timestamptz not null,
  -- When it was last told to look at something else: what it told before was no error.
  changed_at timestamptz not null,
  check (num_nonnulls(installation_id, establishment_id, group_id) = 1)
);
create index alert_rule_owner on alert_rule (owner_id);
create index alert_rule_installation on alert_rule (installation_id) where installation_id is not null;
create index alert_rule_establishment on alert_rule (establishment_id) where establishment_id is not null;
create index alert_rule_group on alert_rule (group_id) where group_id is not null;

-- How an establishment wants a kind that exists from the first day; without a row: as everywhere.
create table alert_setting (
  establishment_id uuid not null references establishment on delete cascade,
  kind text not null,
  is_on boolean not null,
  -- In the unit of its kind; null: as everywhere.
  threshold double precision,
  -- Of a contract: the day on which it ends.
  day date,
  primary key (establishment_id, kind)
);

-- The rule of which it tells, what it is about beside its place (a bill, a rule), how much it matters where its kind does not
-- say it, and when it was last told again while it lasted.
alter table alert
  add rule_id uuid references alert_rule on delete set null,
  add subject text,
  add severity text check (severity in ('urgent', 'serious', 'notable')),
  add repeated_at timestamptz;
create index alert_rule_of on alert (rule_id) where rule_id is not null;
