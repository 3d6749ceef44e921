-- Tariffs, establishments, boards and installations.
create table tariff (
  id uuid primary key default uuidv7(),
  type text not null default 'eletric' check (type in ('eletric', 'water')),
  tariff_group text not null,
  distributor text not null,
  comment text not null default '',
  color text not null default '',
  unique (type, tariff_group, distributor, comment, color)
);

-- Prices in R$ per kWh (R$ per m³ for water), never overwritten: a change is a new version.
create table tariff_version (
  tariff_id uuid not null references tariff on delete cascade,
  valid_from date not null,
  in_point numeric(14, 10) not null check (in_point >= 0),
  inter_point numeric(14, 10) not null check (inter_point >= 0),
  out_point numeric(14, 10) not null check (out_point >= 0),
  primary key (tariff_id, valid_from)
);

insert into tariff (tariff_group, distributor, comment, color)
  values ('B3', 'neoenergia', 'Comercial/Industrial', 'Convencional Monomia');
insert into tariff_version (tariff_id, valid_from, in_point, inter_point, out_point)
  select id, date '2015-01-01', 0.7941717, 0.7941717, 0.7941717 from tariff;

create table establishment (
  id uuid primary key default uuidv7(),
  owner_id uuid not null references account on delete cascade,
  name text not null,
  fantasy_name text,
  corporate_name text,
  -- Missing while it is only a location.
  cnpj text,
  activity text,
  number_of_employees text,
  consumer_unit text,
  solar_panel boolean not null default false,
  voltage smallint check (voltage in (110, 220)),
  tariff_group text check (tariff_group in ('A', 'B')),
  contracted_demand_kw numeric(12, 3),
  -- Day of the month on which the distributor reads the meter; null: civil months.
  bill_read_day smallint check (bill_read_day between 1 and 31),
  business_hours jsonb,
  zone text not null default 'America/Sao_Paulo',
  postal_code text,
  address text,
  number text,
  neighborhood text,
  city text,
  state text check (state ~ '^[A-Z]{2}$'),
  description text,
  created_at timestamptz not null default now()
);
create index establishment_owner on establishment (owner_id);
create unique index establishment_cnpj on establishment (owner_id, cnpj) where cnpj is not null;

-- The inventory. A board exists before it is installed and survives being removed.
create table board (
  mac text primary key check (mac ~ '^([0-9A-F]{2}:){5}[0-9A-F]{2}$'),
  type text not null check (type in ('eletric', 'water')),
  model text not null check (model in ('mono', 'tri')),
  equipment text not null check (equipment in ('emd', 'emd3p')),
  -- SHA-256 of the device key, which is 160 random bits: a slow hash would add nothing.
  key_hash bytea not null,
  created_at timestamptz not null default now()
);

-- A board at a place for a time. Readings belong to it, not to the MAC.
create table installation (
  id integer generated always as identity primary key,
  establishment_id uuid not null references establishment on delete cascade,
  mac text not null references board,
  name text not null,
  comment text not null default '',
  is_general boolean not null default false,
  solar_panel boolean not null default false,
  voltage smallint not null default 220 check (voltage in (110, 220)),
  tariff_id uuid references tariff,
  system text,
  -- Largest believable power of one phase, where the installation states one.
  rated_phase_w real,
  installed_at timestamptz not null,
  removed_at timestamptz check (removed_at >= installed_at),
  created_at timestamptz not null default now()
);
create unique index installation_in_use on installation (mac) where removed_at is null;
create index installation_mac on installation (mac, installed_at);
create index installation_establishment on installation (establishment_id);

-- What a client user was given to see.
create table meter_access (
  account_id uuid not null references account on delete cascade,
  installation_id integer not null references installation on delete cascade,
  primary key (account_id, installation_id)
);
create index meter_access_installation on meter_access (installation_id);
