-- What an establishment has agreed with its distributor, by validity, in the contract's JSON.
create table billing_contract (
  establishment_id uuid not null references establishment on delete cascade,
  type text not null check (type in ('eletric', 'water')),
  valid_from date not null,
  -- Null: the tariff of the establishment, else that of its meter.
  tariff_id uuid references tariff,
  terms jsonb not null,
  changed_at timestamptz not null,
  changed_by uuid references account on delete set null,
  primary key (establishment_id, type, valid_from)
);

-- The days on which the utility read the meter: each begins a cycle.
create table reading_date (
  establishment_id uuid not null references establishment on delete cascade,
  type text not null check (type in ('eletric', 'water')),
  day date not null,
  primary key (establishment_id, type, day)
);

-- Bills of the utility as they were entered.
create table utility_bill (
  id uuid primary key default uuidv7(),
  establishment_id uuid not null references establishment on delete cascade,
  type text not null check (type in ('eletric', 'water')),
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  total numeric(14, 2) not null,
  -- kWh and kW by post, as far as the bill says them.
  consumed jsonb not null,
  demand jsonb not null,
  volume_m3 numeric(14, 6),
  taxes numeric(14, 2),
  image_id uuid references image,
  note text not null default '',
  entered_at timestamptz not null,
  unique (establishment_id, type, first_day, last_day)
);
create index utility_bill_image on utility_bill (image_id) where image_id is not null;

-- Bills that were closed: as they were answered, and the tariff, contract and flags that made them.
create table kept_bill (
  id uuid primary key default uuidv7(),
  establishment_id uuid not null references establishment on delete cascade,
  type text not null check (type in ('eletric', 'water')),
  first_day date not null,
  last_day date not null check (last_day >= first_day),
  bill jsonb not null,
  made_by jsonb not null,
  closed_at timestamptz not null,
  closed_by uuid references account on delete set null,
  unique (establishment_id, type, first_day, last_day)
);

-- Which establishment refers to which image, from wherever.
create view image_use as
  select bill_image_id as image_id, id as establishment_id from establishment where bill_image_id is not null
  union all
  select image_id, establishment_id from utility_bill where image_id is not null;
