-- Full tariffs beside the simple one, and the tariff flags.
alter table tariff
  add column modality text not null default 'simple'
    check (modality in ('simple', 'convencional', 'branca', 'verde', 'azul', 'water')),
  -- 14 characters, of a distributor whose tariffs were imported.
  add column distributor_cnpj text;

alter table tariff_version
  -- The rules in the contract's JSON; null: a simple tariff, whose three prices are all of it.
  add column rules jsonb,
  -- The same prices as one line, by which an import tells what has changed; null of a simple tariff.
  add column price_text text,
  add column valid_until date,
  add column source text not null default '',
  add column created_at timestamptz not null default now(),
  add column created_by uuid references account on delete set null;

-- What the flag of a month adds, R$/kWh before taxes. A month that is not here is not known.
create table flag_month (
  month date primary key check (extract(day from month) = 1),
  flag text not null check (flag in ('verde', 'amarela', 'vermelha-1', 'vermelha-2', 'escassez-hidrica')),
  price numeric(14, 10) not null check (price >= 0)
);

-- What each flag adds from a day on.
create table flag_price (
  flag text not null check (flag in ('verde', 'amarela', 'vermelha-1', 'vermelha-2', 'escassez-hidrica')),
  valid_from date not null,
  price numeric(14, 10) not null check (price >= 0),
  primary key (flag, valid_from)
);

-- REH ANEEL 3.306/2024.
insert into flag_price (flag, valid_from, price) values
  ('verde', '2015-01-01', 0),
  ('amarela', '2024-04-01', 0.01885),
  ('vermelha-1', '2024-04-01', 0.04463),
  ('vermelha-2', '2024-04-01', 0.07877);

-- ANEEL, bandeira-tarifaria-acionamento, September 2025 to October 2026.
insert into flag_month (month, flag, price) values
  ('2025-09-01', 'vermelha-2', 0.07877),
  ('2025-10-01', 'vermelha-1', 0.04463),
  ('2025-11-01', 'vermelha-1', 0.04463),
  ('2025-12-01', 'amarela', 0.01885),
  ('2026-01-01', 'verde', 0),
  ('2026-02-01', 'verde', 0),
  ('2026-03-01', 'verde', 0),
  ('2026-04-01', 'verde', 0),
  ('2026-05-01', 'amarela', 0.01885),
  ('2026-06-01', 'amarela', 0.01885),
  ('2026-07-01', 'amarela', 0.01885),
  ('2026-08-01', 'amarela', 0.01885),
  ('2026-09-01', 'amarela', 0.01885),
  ('2026-10-01', 'verde', 0);
