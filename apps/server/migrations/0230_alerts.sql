-- What was told by itself: one row a story, from when it began until it was over, however often it came back meanwhile.
create table alert (
  id uuid primary key default uuidv7(),
  kind text not null,
  establishment_id uuid not null references establishment on delete cascade,
  -- By the data: when it began, and when it was over (null while it lasts).
  began_at timestamptz not null,
  ended_at timestamptz check (ended_at >= began_at),
  -- By the clock: when it was first told, and when its end was.
  told_at timestamptz not null,
  closed_at timestamptz,
  -- Since when nothing of it is found while it is not over.
  calm_since timestamptz,
  -- What was measured later says that it never was.
  undone_at timestamptz,
  -- It was over already when it was found: what was measured had come late.
  is_late boolean not null,
  -- How often it began.
  times integer not null default 1 check (times > 0),
  -- Its figures, by kind, in the contract's JSON.
  facts jsonb not null,
  -- R$ so far; null where it has none, or nobody knows it.
  cost numeric(14, 2),
  acknowledged_at timestamptz,
  acknowledged_by uuid references account on delete set null,
  check ((ended_at is null) = (closed_at is null))
);
create index alert_establishment on alert (establishment_id, began_at);
create index alert_lasting on alert (kind) where ended_at is null and undone_at is null;
create index alert_ended on alert (kind, ended_at) where ended_at is not null;
create index alert_acknowledged_by on alert (acknowledged_by) where acknowledged_by is not null;

-- The meters that it is about: who sees them sees it.
create table alert_meter (
  alert_id uuid not null references alert on delete cascade,
  installation_id integer not null references installation on delete cascade,
  primary key (alert_id, installation_id)
);
create index alert_meter_installation on alert_meter (installation_id);

-- What one person said of an alert for itself.
create table alert_opinion (
  alert_id uuid not null references alert on delete cascade,
  account_id uuid not null references account on delete cascade,
  muted_until timestamptz,
  is_helpful boolean,
  primary key (alert_id, account_id)
);
create index alert_opinion_account on alert_opinion (account_id);
