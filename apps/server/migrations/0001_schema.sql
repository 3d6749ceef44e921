-- The tables by theme: accounts, tariffs, establishments and meters, access of client users, measurements, registers, corrections
-- and imports, continuity, bills, groups, change log, alerts, insight, connections. A table comes after the tables it references.

-- ---------------------------------------------------------------------------------------------------------------------
-- Accounts: people, and by what they are known
-- ---------------------------------------------------------------------------------------------------------------------

create table account (
  id uuid primary key default uuidv7(),
  email text not null check (email = lower(email)),
  password_hash text not null,
  first_name text not null,
  last_name text not null default '',
  birth date,
  gender text check (gender in ('Male', 'Female', 'Other')),
  cnpj text,
  account_type text not null default 'comerc',
  profile text not null default 'user' check (profile in ('user', 'Manager', 'Admin', 'partner', 'client')),
  -- A client user belongs to the Manager who created it.
  manager_id uuid references account on delete cascade check ((manager_id is null) or profile = 'client'),
  -- The partner that brought the account, whose logo it wears. A client user wears that of its Manager's partner.
  partner_id uuid references account on delete set null check (partner_id <> id),
  picture text,
  company_logo text,
  partner_logo text,
  email_confirmed_at timestamptz,
  disabled_at timestamptz,
  -- API keys, integrations, links, webhooks and push devices work until this instant; null: no limit, since the account is not
  -- linked to the configured identity provider.
  credentials_until timestamptz,
  -- Views by tour name, 1 or 2: a tour that was seen on one device does not open by itself on another.
  tour_views jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create unique index account_email on account (email);
create index account_manager on account (manager_id) where manager_id is not null;
create index account_partner on account (partner_id) where partner_id is not null;

create table session (
  -- SHA-256 of the token: a stolen table opens no door.
  token_hash bytea primary key,
  -- By this its owner can end it; the hash of its token is shown to nobody.
  id uuid not null default uuidv7(),
  account_id uuid not null references account on delete cascade,
  remembered boolean not null default false,
  user_agent text not null default '',
  address text not null default '',
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Opened by the identity provider: it ends after half a day.
  by_provider boolean not null default false,
  -- Last proof of the owner: sign-in, password or passkey.
  proved_at timestamptz not null default now()
);
create unique index session_id on session (id);
create index session_account on session (account_id);
create index session_expiry on session (expires_at);

-- Browsers on which an account signed in before. Wrong passwords from them are counted apart from those of strangers.
create table known_device (
  -- SHA-256 of the token in the browser's cookie. Several people may sign in on one device.
  token_hash bytea not null check (octet_length(token_hash) = 32),
  account_id uuid not null references account on delete cascade,
  created_at timestamptz not null,
  -- When the account last signed in there.
  seen_at timestamptz not null,
  primary key (token_hash, account_id)
);
create index known_device_account on known_device (account_id, seen_at);

-- Wrong passwords and wrong claim codes, by what they are counted by (an address, an account, a device, a session): only a
-- hash of that, so nothing that somebody typed is kept.
create table failed_attempt (
  key bytea primary key,
  attempts integer not null,
  last_at timestamptz not null,
  forgotten_at timestamptz not null
) with (fillfactor = 50);
create index failed_attempt_forgotten on failed_attempt (forgotten_at);

-- Links by which a person shows that an e-mail address is theirs.
create table confirmation_token (
  -- SHA-256 of the token.
  token_hash bytea primary key,
  account_id uuid not null references account on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index confirmation_token_account on confirmation_token (account_id);
create index confirmation_token_expiry on confirmation_token (expires_at);

-- Links by which a forgotten password is replaced.
create table recovery_token (
  -- SHA-256 of the token.
  token_hash bytea primary key,
  account_id uuid not null references account on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index recovery_token_account on recovery_token (account_id);
create index recovery_token_expiry on recovery_token (expires_at);

-- Keys by which programs act for a person.
create table api_key (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  name text not null,
  -- The first characters of the key, by which its owner tells it from others.
  prefix text not null,
  -- SHA-256 of the key, which is 256 random bits.
  key_hash bytea not null unique,
  created_at timestamptz not null,
  last_used_at timestamptz,
  scopes text[] not null,
  expires_at timestamptz,
  -- When the owner was notified of the end.
  warned_at timestamptz,
  -- Maximum set by an Admin, and the owner's own limit below it; null: no own limit.
  allowed_per_minute integer not null default 600 check (allowed_per_minute between 1 and 60000),
  per_minute integer check (per_minute between 1 and 60000),
  -- Last refusal by the rate limit.
  limited_at timestamptz
);
create index api_key_account on api_key (account_id);
create index api_key_expiry on api_key (expires_at) where warned_at is null;

-- Until when the requests of a key so far would take at its rate: all that counting them over several processes needs. What a
-- crash forgets is a few seconds' worth.
create unlogged table api_key_use (
  key_id uuid primary key references api_key on delete cascade,
  busy_until timestamptz not null
) with (fillfactor = 50);

-- Who asked to become Manager, and what was decided.
create table upgrade_request (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  requested_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references account on delete set null,
  approved boolean,
  check ((decided_at is null) = (approved is null))
);
create index upgrade_request_account on upgrade_request (account_id);
create unique index upgrade_request_open on upgrade_request (account_id) where decided_at is null;

-- What people write to the support; it goes with the account (LGPD, art. 18).
create table feedback (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  title text not null,
  body text not null,
  created_at timestamptz not null
);
create index feedback_account on feedback (account_id, created_at);

-- Who did what to whose account. It outlives the accounts it names, which then nobody can name any more, and ends
-- by age (Marco Civil, art. 15: access records are kept for six months).
create table audit_event (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  action text not null,
  -- Who did it; null: nobody who is known.
  actor_id uuid,
  -- Whose account it concerns.
  subject_id uuid,
  address text not null,
  device text not null,
  detail jsonb not null,
  -- Chain: each event carries the hash of the one before. A job links committed events; null: not linked yet.
  number bigint unique,
  previous_hash bytea,
  hash bytea,
  -- The hash covers the detail by this digest, which remains when detail and salt are erased.
  detail_digest bytea,
  detail_salt bytea,
  chained_at timestamptz,
  check ((number is null) = (hash is null) and (number is null) = (previous_hash is null)
    and (number is null) = (detail_digest is null) and (number is null) = (chained_at is null))
);
create index audit_event_unchained on audit_event (id) where number is null;
create index audit_event_at on audit_event (at);
create index audit_event_subject on audit_event (subject_id, id);
create index audit_event_actor on audit_event (actor_id, id);

-- Last event that was removed by age: the chain continues from it.
create table audit_anchor (
  is_only boolean primary key default true check (is_only),
  number bigint not null,
  hash bytea not null
);

-- Letters of an installation without an SMTP server: a few, to be read on the machine itself.
create table mailbox_letter (
  id uuid primary key default uuidv7(),
  written_at timestamptz not null,
  recipient text not null,
  subject text not null,
  html text not null,
  plain text not null
);

-- What the whole server is set to.
create table setting (
  name text primary key,
  value jsonb not null
);

-- Images that people upload, drawn anew. Without an uploader: the account is gone, another's establishment still needs it.
create table image (
  id uuid primary key default uuidv7(),
  account_id uuid references account on delete set null,
  content bytea not null,
  content_type text not null,
  width integer not null,
  height integer not null,
  created_at timestamptz not null
);
create index image_account on image (account_id);
create index image_created on image (created_at);
-- Compressed already.
alter table image alter column content set storage external;

-- How often something was done that may be done so and so often in a while (letters asked for, accounts made, pictures
-- stored), by a hash of whom it is counted by: an account or an address.
create table counted_use (
  key bytea primary key,
  used integer not null,
  ends_at timestamptz not null
) with (fillfactor = 50);
create index counted_use_ends on counted_use (ends_at);

-- The second step of signing in, beside the password: an app that shows codes (RFC 6238), and codes on paper for the day it is lost.
create table authenticator (
  account_id uuid primary key references account on delete cascade,
  secret bytea not null,
  created_at timestamptz not null,
  -- Null until its first code was given: so long signing in goes without it.
  confirmed_at timestamptz,
  -- The 30 seconds of the last code that was taken: no code is taken twice.
  last_step bigint not null default 0
);

create table recovery_code (
  account_id uuid not null references account on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (account_id, code_hash)
);

-- Keys that a device or a password manager holds and shows only once it has recognised its owner (WebAuthn).
create table passkey (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  -- How the device names it, over all accounts.
  credential_id bytea not null unique,
  public_key bytea not null,
  -- How often the device says it was used; 0 for ever where it does not count. One that stands still was copied.
  counter bigint not null,
  name text not null,
  -- Whether the maker of the device copies it to the owner's other devices.
  synced boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_account on passkey (account_id);

-- What a device is asked to sign: each once, and for nothing else than it was asked for.
create table passkey_challenge (
  challenge_hash bytea primary key,
  -- SHA-256 of what it is asked for: to add a key in one session, to enter as one e-mail, to enter as whoever has the key.
  asked_for bytea not null,
  expires_at timestamptz not null
);
create index passkey_challenge_expiry on passkey_challenge (expires_at);

-- Who an account is at the identity provider of the operator (OpenID Connect).
create table provider_identity (
  issuer text not null,
  -- The provider's own name for the person: it stays when the e-mail changes.
  subject text not null,
  account_id uuid not null references account on delete cascade,
  linked_at timestamptz not null,
  -- Last sign-in by the provider, or last answer of the provider to the hourly check.
  confirmed_at timestamptz not null,
  -- When the provider refused the refresh token; null: not since the last sign-in.
  refused_at timestamptz,
  -- Encrypted by a key derived from the client secret, which is not in the database; null: none was issued.
  refresh_token bytea,
  primary key (issuer, subject),
  unique (account_id, issuer)
);

-- Somebody who was sent to the provider and has not come back yet.
create table provider_attempt (
  -- SHA-256 of what comes back with them.
  state_hash bytea primary key,
  -- SHA-256 of what the browser keeps meanwhile: nobody comes back in another one.
  browser_hash bytea not null,
  code_verifier text not null,
  nonce text not null,
  expires_at timestamptz not null
);
create index provider_attempt_expiry on provider_attempt (expires_at);

-- From which networks (/24 of IPv4, /48 of IPv6) an account has signed in: a sign-in on a device that is new to it, from a network
-- that is new to it, is told to its owner.
create table known_network (
  account_id uuid not null references account on delete cascade,
  network text not null,
  seen_at timestamptz not null,
  primary key (account_id, network)
);

-- Links by which an owner says that such a sign-in was not theirs.
create table sign_in_notice (
  -- SHA-256 of the token.
  token_hash bytea primary key,
  account_id uuid not null references account on delete cascade,
  signed_in_at timestamptz not null,
  device text not null,
  address text not null,
  expires_at timestamptz not null
);
create index sign_in_notice_account on sign_in_notice (account_id);
create index sign_in_notice_expiry on sign_in_notice (expires_at);

-- Which version of the terms and of the notice of privacy people accepted, when and from where, and when they took it back
-- (LGPD, art. 8). It goes with the account.
create table consent (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  document text not null check (document in ('terms', 'privacy')),
  version text not null,
  accepted_at timestamptz not null,
  address text not null,
  device text not null,
  withdrawn_at timestamptz
);
create unique index consent_standing on consent (account_id, document, version) where withdrawn_at is null;
create index consent_given on consent (accepted_at, id);

-- ---------------------------------------------------------------------------------------------------------------------
-- Tariffs and flags
-- ---------------------------------------------------------------------------------------------------------------------

create table tariff (
  id uuid primary key default uuidv7(),
  type text not null default 'eletric' check (type in ('eletric', 'water')),
  tariff_group text not null,
  distributor text not null,
  -- 14 characters, of a distributor whose tariffs were imported.
  distributor_cnpj text,
  comment text not null default '',
  color text not null default '',
  modality text not null default 'simple'
    check (modality in ('simple', 'convencional', 'branca', 'verde', 'azul', 'water')),
  unique (type, tariff_group, distributor, comment, color)
);

-- Prices in R$ per kWh (R$ per m³ for water), never overwritten: a change is a new version.
create table tariff_version (
  tariff_id uuid not null references tariff on delete cascade,
  valid_from date not null,
  valid_until date,
  in_point numeric(14, 10) not null check (in_point >= 0),
  inter_point numeric(14, 10) not null check (inter_point >= 0),
  out_point numeric(14, 10) not null check (out_point >= 0),
  -- The rules in the contract's JSON; null: a simple tariff, whose three prices are all of it.
  rules jsonb,
  -- The same prices as one line, by which an import tells what has changed; null of a simple tariff.
  price_text text,
  source text not null default '',
  created_at timestamptz not null default now(),
  created_by uuid references account on delete set null,
  primary key (tariff_id, valid_from)
);

insert into tariff (tariff_group, distributor, comment, color)
  values ('B3', 'neoenergia', 'Comercial/Industrial', 'Convencional Monomia');
insert into tariff_version (tariff_id, valid_from, in_point, inter_point, out_point)
  select id, date '2015-01-01', 0.7941717, 0.7941717, 0.7941717 from tariff;

-- What each flag adds from a day on, R$/kWh before taxes.
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

-- What the flag of a month adds, R$/kWh before taxes. A month that is not here is not known.
create table flag_month (
  month date primary key check (extract(day from month) = 1),
  flag text not null check (flag in ('verde', 'amarela', 'vermelha-1', 'vermelha-2', 'escassez-hidrica')),
  price numeric(14, 10) not null check (price >= 0)
);

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

-- National rules of CBS and IBS from a day on (LC 214/2025). An Admin enters rates when they are published.
create table vat_period (
  valid_from date primary key,
  cbs numeric(12, 10) not null check (cbs >= 0 and cbs < 1),
  ibs_state numeric(12, 10) not null check (ibs_state >= 0 and ibs_state < 1),
  ibs_municipal numeric(12, 10) not null check (ibs_municipal >= 0 and ibs_municipal < 1),
  -- 'informed': printed on the bill and not charged.
  effect text not null check (effect in ('charged', 'informed')),
  -- The event that ends PIS and COFINS; null while they are charged.
  ends_pis_cofins text check (ends_pis_cofins in ('due', 'reading')),
  source text not null check (source <> ''),
  -- False while the rates are estimates.
  is_confirmed boolean not null
);

insert into vat_period (valid_from, cbs, ibs_state, ibs_municipal, effect, ends_pis_cofins, source, is_confirmed) values
  ('2026-01-01', 0.009, 0.001, 0, 'informed', null, 'LC 214/2025, arts. 343 e 346', true),
  ('2027-01-01', 0.087, 0.0005, 0.0005, 'charged', 'due',
    'estimativa: referência de 8,8% menos 0,1 ponto (LC 214/2025, arts. 344 e 347); falta a resolução do Senado', false);

-- The contribution to public lighting of a municipality from a day on. Contracts name the municipality.
create table cosip_period (
  municipality text not null check (municipality <> ''),
  valid_from date not null,
  -- The charge in the contract's JSON.
  cosip jsonb not null,
  source text not null check (source <> ''),
  primary key (municipality, valid_from)
);

-- Emission factors of the Brazilian grid for inventories, kg of CO₂ per kWh (equal to t per MWh): the mean of a month or, where
-- `month` is null, of a year. An Admin enters or imports them when they are published.
create table emission_factor (
  year smallint not null check (year between 2000 and 2099),
  month smallint check (month between 1 and 12),
  kg_per_kwh numeric(7, 6) not null check (kg_per_kwh > 0),
  source text not null check (source <> ''),
  unique nulls not distinct (year, month)
);

-- MCTI, SIRENE, fator médio para inventários corporativos.
insert into emission_factor (year, month, kg_per_kwh, source) values
  (2018, null, 0.074, 'MCTI/SIRENE'), (2019, null, 0.075, 'MCTI/SIRENE'), (2020, null, 0.0617, 'MCTI/SIRENE'),
  (2021, null, 0.1263, 'MCTI/SIRENE'), (2022, null, 0.0426, 'MCTI/SIRENE'), (2023, null, 0.0385, 'MCTI/SIRENE'),
  (2024, null, 0.0545, 'MCTI/SIRENE'),
  (2024, 1, 0.0421, 'MCTI/SIRENE'), (2024, 2, 0.0376, 'MCTI/SIRENE'), (2024, 3, 0.0278, 'MCTI/SIRENE'),
  (2024, 4, 0.0195, 'MCTI/SIRENE'), (2024, 5, 0.0283, 'MCTI/SIRENE'), (2024, 6, 0.0365, 'MCTI/SIRENE'),
  (2024, 7, 0.0571, 'MCTI/SIRENE'), (2024, 8, 0.0739, 'MCTI/SIRENE'), (2024, 9, 0.0917, 'MCTI/SIRENE'),
  (2024, 10, 0.1127, 'MCTI/SIRENE'), (2024, 11, 0.0701, 'MCTI/SIRENE'), (2024, 12, 0.0564, 'MCTI/SIRENE'),
  (2025, 1, 0.0237, 'MCTI/SIRENE'), (2025, 2, 0.0248, 'MCTI/SIRENE'), (2025, 3, 0.0215, 'MCTI/SIRENE'),
  (2025, 4, 0.0289, 'MCTI/SIRENE'), (2025, 5, 0.0309, 'MCTI/SIRENE'), (2025, 6, 0.0455, 'MCTI/SIRENE'),
  (2025, 7, 0.0603, 'MCTI/SIRENE'), (2025, 8, 0.0667, 'MCTI/SIRENE'), (2025, 9, 0.0563, 'MCTI/SIRENE'),
  (2025, 10, 0.068, 'MCTI/SIRENE'), (2025, 11, 0.0778, 'MCTI/SIRENE');

-- ---------------------------------------------------------------------------------------------------------------------
-- Establishments, boards and the installations that bring them together
-- ---------------------------------------------------------------------------------------------------------------------

create table establishment (
  id uuid primary key default uuidv7(),
  owner_id uuid not null references account on delete cascade,
  name text not null,
  fantasy_name text,
  -- Fantasy name once there is one.
  display_name text not null generated always as (coalesce(nullif(fantasy_name, ''), name)) stored,
  corporate_name text,
  -- Missing while it is only a location.
  cnpj text,
  activity text,
  number_of_employees text,
  consumer_unit text,
  solar_panel boolean not null default false,
  voltage smallint check (voltage in (110, 220)),
  tariff_group text check (tariff_group in ('A', 'B')),
  -- The distributor's tariff by which the whole establishment is billed.
  tariff_id uuid references tariff on delete set null,
  contracted_demand_kw numeric(12, 3),
  -- Day of the month on which the distributor reads the meter; null: civil months.
  bill_read_day smallint check (bill_read_day between 1 and 31),
  bill_name text,
  bill_image_id uuid references image,
  business_hours jsonb,
  area_m2 numeric(10, 2) check (area_m2 > 0),
  -- Number of people, where the range of the activity is too wide to divide by.
  headcount integer check (headcount > 0),
  zone text not null default 'America/Sao_Paulo',
  postal_code text,
  address text,
  number text,
  neighborhood text,
  city text,
  state text check (state ~ '^[A-Z]{2}$'),
  description text,
  equipment_metadata jsonb,
  equipments jsonb not null default '[]',
  -- SHA-256 of the request that created it, until it is changed: tells a request sent twice from a second company.
  request_hash bytea,
  created_at timestamptz not null default now()
);
create index establishment_owner on establishment (owner_id);
create unique index establishment_cnpj on establishment (owner_id, cnpj) where cnpj is not null;
create index establishment_bill_image on establishment (bill_image_id) where bill_image_id is not null;

-- The inventory. A board exists before it is installed and survives being removed.
create table board (
  mac text primary key check (mac ~ '^([0-9A-F]{2}:){5}[0-9A-F]{2}$'),
  type text not null check (type in ('eletric', 'water')),
  model text not null check (model in ('mono', 'tri')),
  equipment text not null check (equipment in ('emd', 'emd3p')),
  -- SHA-256 of the device key, which is 160 random bits: a slow hash would add nothing.
  key_hash bytea not null,
  -- What is kept of the code that is printed with a board; null: none was made, and its device key proves it.
  claim_hash bytea check (octet_length(claim_hash) = 32),
  -- The Manager who may install the board by its MAC alone; the next installation ends the assignment.
  assigned_to uuid references account on delete set null,
  created_at timestamptz not null default now()
);
create index board_assigned_to on board (assigned_to) where assigned_to is not null;

-- Boards that publish cumulative registers in a meter's own format, and how they are read.
create table board_adapter (
  mac text primary key references board on delete cascade,
  adapter text not null check (adapter in ('shelly-gen1', 'shelly-gen2', 'tasmota', 'zigbee2mqtt', 'generic')),
  -- The board publishes under it and nowhere else.
  topic text not null unique check (topic <> ''),
  -- Of local times without a zone.
  zone text not null default 'America/Sao_Paulo',
  -- Of adapter 'generic'.
  mapping jsonb,
  -- kWh, kvarh or m³ at which the registers start from zero again; null: not known.
  register_width double precision check (register_width > 0),
  -- The most that one register can count in an hour, kWh or m³; null: what meters of its kind can.
  max_per_hour double precision check (max_per_hour > 0),
  updated_at timestamptz not null default now()
);

-- The last connection of each board: the newest only, so that a board that flaps writes one small row over and over.
create table board_connection (
  mac text primary key references board on delete cascade,
  connected_at timestamptz not null,
  -- Null while it lasts.
  disconnected_at timestamptz check (disconnected_at >= connected_at),
  address text not null,
  protocol text not null,
  -- When the board last had to wait because it had sent more than its allowance.
  held_back_at timestamptz,
  -- Whether the board was heard by a connection that signed in with BOARD_CREDENTIALS, by which others may speak as well.
  by_shared_credential boolean not null default false,
  -- The edge process that holds the connection.
  edge text not null default ''
) with (fillfactor = 50);

-- A board at an establishment for a time. Readings belong to it, not to the MAC.
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
  -- When the meter came to its establishment, where an import has told what was before.
  first_installed_at timestamptz,
  removed_at timestamptz check (removed_at >= installed_at),
  -- Where the meter was before: a move closes the installation at the old establishment and opens one at the new.
  moved_from integer references installation on delete set null,
  -- When the present board took over from a broken one; null: it has been there from the beginning.
  board_since timestamptz check (board_since >= installed_at),
  created_at timestamptz not null default now()
);
create unique index installation_in_use on installation (mac) where removed_at is null;
create index installation_mac on installation (mac, installed_at);
create index installation_establishment on installation (establishment_id);
create unique index installation_moved_from on installation (moved_from) where moved_from is not null;

-- Boards that an installation had before its present one.
create table replaced_board (
  installation_id integer not null references installation on delete cascade,
  mac text not null references board,
  since timestamptz not null,
  until timestamptz not null check (until >= since),
  primary key (installation_id, since)
);
create index replaced_board_mac on replaced_board (mac);

-- Which board measured for which installation, and when: no two stays of a board overlap, nor two of an installation.
create view board_stay as
  select id as installation_id, mac, coalesce(board_since, installed_at) as since, removed_at as until from installation
  union all
  select installation_id, mac, since, until from replaced_board;

-- What somebody who knows the establishment said of a leak that was suspected: mended, or no leak at all.
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

-- ---------------------------------------------------------------------------------------------------------------------
-- Client users: what they were given to see, and who was asked to become one
-- ---------------------------------------------------------------------------------------------------------------------

create table meter_access (
  account_id uuid not null references account on delete cascade,
  installation_id integer not null references installation on delete cascade,
  primary key (account_id, installation_id)
);
create index meter_access_installation on meter_access (installation_id);

-- The link of an invitation with an e-mail address is made when its letter is written.
create table client_invitation (
  id uuid primary key default uuidv7(),
  manager_id uuid not null references account on delete cascade,
  name text not null,
  email text check (email = lower(email)),
  -- SHA-256 of the link's token.
  token_hash bytea unique,
  invited_at timestamptz not null,
  expires_at timestamptz not null
);
create index client_invitation_manager on client_invitation (manager_id);
create unique index client_invitation_email on client_invitation (manager_id, email) where email is not null;

create table client_invitation_meter (
  invitation_id uuid not null references client_invitation on delete cascade,
  installation_id integer not null references installation on delete cascade,
  primary key (invitation_id, installation_id)
);
create index client_invitation_meter_installation on client_invitation_meter (installation_id);

-- ---------------------------------------------------------------------------------------------------------------------
-- What was measured. Every key begins with the installation, so that a meter's history lies together.
-- ---------------------------------------------------------------------------------------------------------------------

-- One row a frame, in the meter's own units; energies and volumes are exact integers in thousandths, because totals are
-- sums of them. A mono board fills phase A. Partitioned by UTC day: retention drops partitions, which ingest makes as
-- their days come.
create table reading (
  installation_id integer not null,
  at timestamptz not null,
  rssi real, t real,
  va real, vb real, vc real,
  ia real, ib real, ic real,
  pfa real, pfb real, pfc real,
  wa real, wb real, wc real,
  vara real, varb real, varc real,
  vthda real, vthdb real, vthdc real,
  ithda real, ithdb real, ithdc real,
  flow real,
  energy_a_mwh bigint, energy_b_mwh bigint, energy_c_mwh bigint,
  reactive_a_mvarh bigint, reactive_b_mvarh bigint, reactive_c_mvarh bigint,
  volume_ml bigint,
  primary key (installation_id, at)
) partition by range (at);

-- One row a quarter-hour of an open day, with data (frames > 0) or opened for it (frames = 0): the rows of a meter are opened
-- together so that they lie together. `quarter` is partitioned by UTC day; a partition is dropped when its days are closed.
-- Days without a partition, such as a reopened day of the past, lie in `quarter_reopened`.
create table quarter_reopened (
  installation_id integer not null,
  start timestamptz not null,
  consumed_a_mwh bigint not null default 0,
  consumed_b_mwh bigint not null default 0,
  consumed_c_mwh bigint not null default 0,
  injected_a_mwh bigint not null default 0,
  injected_b_mwh bigint not null default 0,
  injected_c_mwh bigint not null default 0,
  inductive_a_mvarh bigint not null default 0,
  inductive_b_mvarh bigint not null default 0,
  inductive_c_mvarh bigint not null default 0,
  capacitive_a_mvarh bigint not null default 0,
  capacitive_b_mvarh bigint not null default 0,
  capacitive_c_mvarh bigint not null default 0,
  volume_ml bigint not null default 0,
  frames integer not null default 0,
  -- Import of a quarter-hour that was not measured.
  import_id integer,
  primary key (installation_id, start)
) with (fillfactor = 70);
create table quarter (like quarter_reopened including defaults, primary key (installation_id, start))
  partition by range (start);
alter table quarter attach partition quarter_reopened default;

-- What was measured and does not count: its stretch is excluded, or an import stands in its quarter-hour.
-- Whoever writes totals writes into it in the same statement, so that its lock keeps totals still.
create table set_aside_quarter (like quarter including defaults, primary key (installation_id, start));
alter table set_aside_quarter drop column import_id;

-- A closed UTC day of a meter as one row. It is written by the job that closes days, and deleted in the transaction of
-- whatever adds to it, corrects or excludes a part of it; the job closes it again later. A row is made first, and filled
-- then: `format` is null until it is.
create table meter_day (
  installation_id integer not null,
  day date not null,
  -- Of the encodings below.
  format smallint,
  -- Frames in its blocks, and frames that count in each of the 96 quarter-hours, two bytes each.
  frames integer not null default 0,
  counts bytea,
  -- A character of each quarter-hour, 1 with data, 0 without; null: all with.
  present text,
  -- Thousandths of each quarter-hour: the sum of the phases, then each phase but the last; null: nothing. A byte says which phases
  -- have values (bits 0 to 2) and whether numbers have eight bytes (bit 7) or four, big-endian.
  consumed bytea,
  injected bytea,
  inductive bytea,
  capacitive bytea,
  volume bytea,
  -- Quarter-hours of all phases together, or of the volume, in the index, where the days of a meter lie side by side.
  -- Little-endian: the day (three bytes); bytes a number (four, or eight of a float8; bit 7: data are missing); the total of the
  -- day; the running total before each quarter-hour but the first; if data are missing, a bit a quarter-hour.
  totals bytea,
  -- Power factor and voltage by the hour; null: nothing was measured.
  quality bytea,
  -- The frames themselves in blocks of six hours, compressed, and where each block ends; null: past their retention.
  frame_blocks bytea,
  block_ends integer[],
  -- Import of each of the 96 quarter-hours, 0 where measured; null: all measured.
  imports integer[],
  primary key (installation_id, day) include (totals, format)
);
-- What screens read of a month lies in the row itself, and only the frames beside it.
alter table meter_day set (toast_tuple_target = 8160);
alter table meter_day alter column frame_blocks set storage external;
create index meter_day_unfilled on meter_day (day, installation_id) where format is null;

-- Newest frame an installation has sent, by the device's clock.
create table last_state (
  installation_id integer primary key,
  at timestamptz not null,
  received_at timestamptz not null
) with (fillfactor = 50);

-- What could not be accepted: counted by reason and day, and the newest kept for inspection.
create table refused_count (
  day date not null,
  reason text not null,
  frames bigint not null default 0,
  primary key (day, reason)
);
create table refused_frame (
  id bigint generated always as identity primary key,
  received_at timestamptz not null default now(),
  reason text not null,
  mac text,
  topic text not null,
  -- At most the first 1,000 bytes.
  payload bytea not null
);
create index refused_frame_mac on refused_frame (mac, id);

-- What could not be accepted, by board. It knows its boards by the join with which it is written: a foreign key would
-- lock a row of the board for every batch.
create table refused_of_board (
  mac text not null,
  -- Of America/Sao_Paulo: people read it.
  day date not null,
  reason text not null,
  frames bigint not null,
  primary key (mac, day, reason)
) with (fillfactor = 50);

-- ---------------------------------------------------------------------------------------------------------------------
-- Cumulative registers: values as they were shown, and what follows from them
-- ---------------------------------------------------------------------------------------------------------------------

-- What a register showed and what that adds, whole thousandths of Wh, varh and litres. The raw value is the truth;
-- verdict and increment follow from all values of the register, and `reading` and `quarter` from the increments.
create table register_step (
  installation_id integer not null,
  register text not null,
  at timestamptz not null,
  raw bigint not null check (raw >= 0),
  verdict text not null default 'held',
  increment bigint not null default 0 check (increment >= 0),
  -- Judging may start again from here.
  is_settled boolean not null default false,
  -- The operator's verdict, which is not doubted.
  chosen text,
  primary key (installation_id, register, at)
);
create index register_step_unusual on register_step (installation_id, at)
  where verdict not in ('first', 'normal') or chosen is not null;

-- Who changed a verdict, and why. Kept when the account is removed, without its name.
create table register_verdict (
  id bigint generated always as identity primary key,
  installation_id integer not null,
  register text not null,
  at timestamptz not null,
  -- Null: judged again as if nobody had said anything.
  chosen text,
  before text not null,
  reason text not null,
  account_id uuid references account on delete set null,
  decided_at timestamptz not null
);
create index register_verdict_step on register_verdict (installation_id, register, at);
create index register_verdict_account on register_verdict (account_id);

-- One row an installation whose registers are judged: whoever changes them locks it. What was measured last stands in
-- for what a partial message leaves out.
create table adapted_state (
  installation_id integer primary key,
  at timestamptz,
  measured jsonb not null default '{}'
) with (fillfactor = 50);

-- ---------------------------------------------------------------------------------------------------------------------
-- Corrections and imports: what operators do to what was measured
-- ---------------------------------------------------------------------------------------------------------------------

-- Stretches of readings that an operator has marked as wrong. The readings stay; what they had added to `quarter` stands
-- in `set_aside_quarter`, so that nothing is lost and an undo needs no reading. Whole quarter-hours: a part of one has
-- no demand, and outlives its readings.
create table reading_exclusion (
  id integer generated always as identity primary key,
  installation_id integer not null references installation on delete cascade,
  begins timestamptz not null check (date_bin('15 minutes', begins, timestamptz 'epoch') = begins),
  ends timestamptz not null check (date_bin('15 minutes', ends, timestamptz 'epoch') = ends),
  reason text not null,
  account_id uuid references account on delete set null,
  created_at timestamptz not null,
  undone_by uuid references account on delete set null,
  undone_at timestamptz,
  check (ends > begins)
);
create index reading_exclusion_span on reading_exclusion (installation_id, begins) where undone_at is null;
create index reading_exclusion_account on reading_exclusion (account_id);
create index reading_exclusion_undone_by on reading_exclusion (undone_by);

-- Files of past data, each for one meter.
create table reading_import (
  id integer generated always as identity primary key,
  installation_id integer not null references installation on delete cascade,
  account_id uuid references account on delete set null,
  file_name text not null,
  -- How the file was read.
  reading jsonb not null,
  created_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'undone')),
  -- Lines of the file that are behind.
  progress integer not null default 0,
  -- What it came to.
  summary jsonb,
  first_at timestamptz,
  last_at timestamptz,
  undone_by uuid references account on delete set null,
  undone_at timestamptz,
  -- Quarter-hours over which longer rows were spread evenly: they count in totals, and not as measured.
  estimated tstzmultirange not null default '{}'
);
create index reading_import_estimated on reading_import (installation_id) where not isempty(estimated);
create index reading_import_installation on reading_import (installation_id);
create index reading_import_account on reading_import (account_id);
create index reading_import_undone_by on reading_import (undone_by);

-- The file until it is imported, in parts, compressed.
create table reading_import_part (
  import_id integer not null references reading_import on delete cascade,
  number integer not null,
  content bytea not null,
  primary key (import_id, number)
);

-- What people write beside the curve of a meter: when, what, and who. It goes with the installation, and stays without a
-- name where its author's account is removed.
create table meter_note (
  id uuid primary key default uuidv7(),
  installation_id integer not null references installation on delete cascade,
  account_id uuid references account on delete set null,
  at timestamptz not null,
  until timestamptz check (until > at),
  text text not null check (text <> ''),
  written_at timestamptz not null
);
create index meter_note_installation on meter_note (installation_id, at);
create index meter_note_account on meter_note (account_id);

-- ---------------------------------------------------------------------------------------------------------------------
-- Continuity of the supply
-- ---------------------------------------------------------------------------------------------------------------------

-- Limits of interruptions of the set of consumer units, in the contract's JSON.
create table continuity_limits (
  establishment_id uuid primary key references establishment on delete cascade,
  limits jsonb not null
);

-- What somebody stated about an outage. Outages are computed from frames; a verdict belongs to the one that it overlaps.
create table outage_verdict (
  establishment_id uuid not null references establishment on delete cascade,
  started_at timestamptz not null,
  ended_at timestamptz not null check (ended_at >= started_at),
  verdict text not null
    check (verdict in ('ordinary', 'scheduled', 'criticalDay', 'emergency', 'ownInstallation', 'noOutage')),
  account_id uuid references account on delete set null,
  judged_at timestamptz not null,
  -- The affected meters.
  installations integer[] not null,
  primary key (establishment_id, started_at, installations)
);
create index outage_verdict_account on outage_verdict (account_id);

-- ---------------------------------------------------------------------------------------------------------------------
-- Bills
-- ---------------------------------------------------------------------------------------------------------------------

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
  -- What it charges beside its tariff: public lighting, fines, interest, refunds. Null where nobody has said it, which is
  -- not zero: without it, other prices cannot be told from the rest of a difference.
  others numeric(14, 2),
  -- The charges of `others` line by line as printed, in the contract's JSON; null where only the sum is known.
  lines jsonb,
  image_id uuid references image,
  note text not null default '',
  -- Of a bill that was read from its XML (NF3e): access key, and the distributor's code of the consumer unit.
  access_key text check (access_key ~ '^[0-9]{6}[0-9A-Z]{12}[0-9]{26}$'),
  unit_code text check ((unit_code is null) = (access_key is null)),
  entered_at timestamptz not null,
  unique (establishment_id, type, first_day, last_day),
  unique (establishment_id, access_key)
);
create index utility_bill_image on utility_bill (image_id) where image_id is not null;

-- Bills that were closed: as they were answered, and the tariff, contract and flags that made them.
create table frozen_bill (
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

-- Certificates of renewable energy (I-REC) that are retired against the consumption of some months (scope 2 by market).
create table irec_lot (
  id uuid primary key default uuidv7(),
  establishment_id uuid not null references establishment on delete cascade,
  certificate text not null,
  -- Letters and digits of the number. The service accepts it once for all establishments of an owner.
  certificate_key text not null check (certificate_key <> ''),
  first_month date not null check (extract(day from first_month) = 1),
  last_month date not null check (extract(day from last_month) = 1 and last_month >= first_month),
  energy_kwh integer not null check (energy_kwh > 0),
  account_id uuid references account on delete set null,
  entered_at timestamptz not null,
  unique (establishment_id, certificate_key)
);
create index irec_lot_establishment on irec_lot (establishment_id, first_month);
create index irec_lot_account on irec_lot (account_id);

-- Which establishment refers to which image, from wherever.
create view image_use as
  select bill_image_id as image_id, id as establishment_id from establishment where bill_image_id is not null
  union all
  select image_id, establishment_id from utility_bill where image_id is not null;

-- ---------------------------------------------------------------------------------------------------------------------
-- Groups
-- ---------------------------------------------------------------------------------------------------------------------

-- Groups of meters of one owner, and which meter was in which, from civil day to civil day of its own zone.
create table meter_group (
  id uuid primary key default uuidv7(),
  owner_id uuid not null references account on delete cascade,
  name text not null,
  type text not null check (type in ('eletric', 'water')),
  -- When its share is due: a day of every month, or one date, or neither.
  due_day smallint check (due_day between 1 and 31),
  due_on date check (due_on is null or due_day is null),
  created_at timestamptz not null
);
create unique index meter_group_name on meter_group (owner_id, lower(name));

-- A meter counts in [since, until). Nothing is written when it is removed or moved: it measures no more from then on.
create table group_member (
  group_id uuid not null references meter_group on delete cascade,
  installation_id integer not null references installation on delete cascade,
  since date not null,
  until date check (until > since),
  -- The day on which somebody put it there.
  added_on date not null,
  primary key (group_id, installation_id, since)
);
create unique index group_member_now on group_member (group_id, installation_id) where until is null;
create index group_member_installation on group_member (installation_id);

-- What somebody plans a cycle to come to, of an establishment or of a group. A cycle is named by the month of its first day.
create table budget (
  establishment_id uuid references establishment on delete cascade,
  group_id uuid references meter_group on delete cascade,
  -- R$ of the electricity bill (of a group, of its meters), kWh, or m³.
  measure text not null check (measure in ('money', 'energy', 'water')),
  cycle text not null check (cycle ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  amount numeric(14, 2) not null check (amount > 0),
  check (num_nonnulls(establishment_id, group_id) = 1)
);
create unique index budget_of_establishment on budget (establishment_id, measure, cycle) where establishment_id is not null;
create unique index budget_of_group on budget (group_id, measure, cycle) where group_id is not null;

-- ---------------------------------------------------------------------------------------------------------------------
-- The log of changes
-- ---------------------------------------------------------------------------------------------------------------------

-- Transactions that changed accounts, establishments, meters, groups, contracts, tariffs, COSIP, flags or the rules of CBS and IBS. A
-- cache asks which of them were committed since it was filled. A row exists as soon as its transaction is committed, so no commit order can hide a change.
create table change_log (
  xid xid8 primary key default pg_current_xact_id(),
  at timestamptz not null default clock_timestamp()
);

create function note_structure_change() returns trigger language plpgsql as $$
begin
  insert into change_log default values on conflict do nothing;
  return null;
end
$$;

create trigger structure_changed after insert or update or delete or truncate on account
  for each statement execute function note_structure_change();
create trigger structure_changed after insert or update or delete or truncate on establishment
  for each statement execute function note_structure_change();
create trigger structure_changed after insert or update or delete or truncate on meter_access
  for each statement execute function note_structure_change();
create trigger structure_changed after insert or update or delete or truncate on meter_group
  for each statement execute function note_structure_change();
create trigger structure_changed after insert or update or delete or truncate on group_member
  for each statement execute function note_structure_change();
create trigger structure_changed after insert or update or delete or truncate on reading_date
  for each statement execute function note_structure_change();
create trigger structure_changed after insert or update or delete or truncate on billing_contract
  for each statement execute function note_structure_change();
create trigger structure_changed after insert or update or delete or truncate on tariff_version
  for each statement execute function note_structure_change();
create trigger structure_changed after insert or update or delete or truncate on vat_period
  for each statement execute function note_structure_change();
create trigger structure_changed after insert or update or delete or truncate on cosip_period
  for each statement execute function note_structure_change();
create trigger structure_changed after insert or update or delete or truncate on flag_month
  for each statement execute function note_structure_change();

-- A change of a board or an installation also notifies every process that routes frames.
create function tell_board_changed() returns trigger language plpgsql as $$
begin
  insert into change_log default values on conflict do nothing;
  perform pg_notify('board_changed', coalesce(new.mac, old.mac));
  return null;
end $$;

create trigger board_changed after insert or update or delete on board
  for each row execute function tell_board_changed();
create trigger installation_changed after insert or update or delete on installation
  for each row execute function tell_board_changed();
create trigger replaced_board_changed after insert or update or delete on replaced_board
  for each row execute function tell_board_changed();

-- ---------------------------------------------------------------------------------------------------------------------
-- Alerts: rules, alerts, notices and webhooks
-- ---------------------------------------------------------------------------------------------------------------------

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

-- What was told by itself: one row a story, from when it began until it was over, however often it came back meanwhile.
create table alert (
  id uuid primary key default uuidv7(),
  kind text not null,
  establishment_id uuid not null references establishment on delete cascade,
  -- By the data: when it began, and when it was over (null while it lasts).
  began_at timestamptz not null,
  ended_at timestamptz check (ended_at >= began_at),
  -- By the clock: when it was first told, and when its end was.
  notified_at timestamptz not null,
  closed_at timestamptz,
  -- Since when nothing of it is found while it is not over.
  calm_since timestamptz,
  -- What was measured later says that it never was.
  undone_at timestamptz,
  -- It was over already when it was found: what was measured had come late.
  is_late boolean not null,
  -- How often it began.
  times integer not null default 1 check (times > 0),
  -- Its figures in the contract's JSON; the kind decides the fields.
  facts jsonb not null check (facts->>'kind' = kind),
  -- R$ so far; null where it has none, or nobody knows it.
  cost numeric(14, 2),
  acknowledged_at timestamptz,
  acknowledged_by uuid references account on delete set null,
  -- The rule of one's own that reports it.
  rule_id uuid references alert_rule on delete set null,
  -- What it is about beside its establishment: a bill, a rule.
  subject text,
  -- Where the kind does not define it.
  severity text check (severity in ('urgent', 'serious', 'notable')),
  -- When a notice of a return or a reminder was last given, and when it last came back.
  repeated_at timestamptz,
  returned_at timestamptz,
  check ((ended_at is null) = (closed_at is null))
);
create index alert_establishment on alert (establishment_id, began_at);
create index alert_lasting on alert (kind) where ended_at is null and undone_at is null;
create index alert_ended on alert (kind, ended_at) where ended_at is not null;
create index alert_rule_of on alert (rule_id) where rule_id is not null;
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

-- How a person wants to hear of alerts outside the screens. Without a row: not at all.
create table alert_preference (
  account_id uuid primary key references account on delete cascade,
  -- Letters: none, one for each, or what happened in a day or a week together.
  email text not null check (email in ('never', 'at-once', 'daily', 'weekly')),
  -- The least severity of which a letter tells, and of which a device does.
  email_from text not null check (email_from in ('urgent', 'serious', 'notable')),
  push_from text not null check (push_from in ('urgent', 'serious', 'notable')),
  -- Minutes of the day in `zone` between which nothing is sent; null: none.
  quiet_from smallint check (quiet_from between 0 and 1439),
  quiet_until smallint check (quiet_until between 0 and 1439),
  -- Severities that are sent in quiet hours too.
  through_quiet text[] not null check (through_quiet <@ array['urgent', 'serious', 'notable']),
  zone text not null,
  -- Up to when alerts were told together.
  digest_until timestamptz not null,
  check ((quiet_from is null) = (quiet_until is null))
);
create index alert_preference_digest on alert_preference (digest_until) where email in ('daily', 'weekly');

-- Browsers that show alerts of a person.
create table push_subscription (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  device text not null,
  created_at timestamptz not null
);
create index push_subscription_account on push_subscription (account_id);

-- Addresses of people's own systems that are told of alerts.
create table alert_webhook (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  url text not null,
  -- By which its receiver tells that a message is ours; shown once.
  secret text not null,
  -- Shown to the receiver as its own token; null: none.
  bearer text,
  -- JSON whose texts have places for words of the alert; null: the alert as the API answers it.
  template jsonb,
  created_at timestamptz not null
);
create index alert_webhook_account on alert_webhook (account_id);

-- What was sent or is to be sent to them; the newest are kept.
create table alert_delivery (
  id uuid primary key default uuidv7(),
  webhook_id uuid not null references alert_webhook on delete cascade,
  alert_id uuid not null references alert on delete cascade,
  event text not null check (event in ('opened', 'returned', 'repeated', 'closed', 'undone')),
  made_at timestamptz not null,
  -- 'dead': it was tried for a day, and is tried no more.
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'dead')),
  attempts integer not null default 0,
  -- What became of the last attempt: the status that was answered, or why there was no answer.
  status integer,
  reason text,
  tried_at timestamptz
);
create index alert_delivery_webhook on alert_delivery (webhook_id, made_at);
create index alert_delivery_alert on alert_delivery (alert_id);

-- ---------------------------------------------------------------------------------------------------------------------
-- Insight: savings, what explains consumption, reports
-- ---------------------------------------------------------------------------------------------------------------------

-- What people made of savings that were found. Without a row: nothing yet.
create table opportunity_decision (
  establishment_id uuid not null references establishment on delete cascade,
  kind text not null check (kind in ('modality', 'demand', 'leak', 'reactive', 'closed-hours', 'peak', 'free-market',
    'bill-wrong', 'expiring-credits', 'larger-generation', 'old-prices', 'no-general-meter')),
  -- Of a leak; empty of a whole establishment.
  mac text not null default '',
  state text not null check (state in ('accepted', 'dismissed', 'done')),
  reason text check (state <> 'dismissed' or reason is not null),
  done_on date check ((state = 'done') = (done_on is not null)),
  -- The saving as it was told then: once it is done it is found no more.
  saving jsonb not null,
  account_id uuid references account on delete set null,
  decided_at timestamptz not null,
  primary key (establishment_id, kind, mac)
);
create index opportunity_decision_account on opportunity_decision (account_id);

-- What else changed the consumption of a meter, entered by hand (IPMVP: non-routine adjustments): it belongs to no saving.
create table saving_change (
  id uuid primary key default uuidv7(),
  installation_id integer not null references installation on delete cascade,
  what text not null,
  begins_on date not null,
  undone_on date check (undone_on > begins_on),
  per_day double precision,
  share double precision check (share > -1),
  account_id uuid references account on delete set null,
  created_at timestamptz not null,
  check (num_nonnulls(per_day, share) = 1)
);
create index saving_change_installation on saving_change (installation_id, begins_on);
create index saving_change_account on saving_change (account_id);

-- What moves the consumption of an establishment beside the calendar (IPMVP: independent variables), by day, as somebody
-- entered it: the mean outdoor temperature in °C, or what was made, in the unit that it was first given in.
create table independent_variable (
  establishment_id uuid not null references establishment on delete cascade,
  kind text not null check (kind in ('temperature', 'production')),
  day date not null,
  value double precision not null,
  unit text not null,
  account_id uuid references account on delete set null,
  entered_at timestamptz not null,
  primary key (establishment_id, kind, day)
);
create index independent_variable_account on independent_variable (account_id);

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
  -- Days of the figures of a statement, where all its bills have the same; its period is the month in which they end.
  billed_first date,
  billed_last date check (billed_last >= billed_first),
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

-- ---------------------------------------------------------------------------------------------------------------------
-- Connections: keys of other systems, links for people without an account
-- ---------------------------------------------------------------------------------------------------------------------

-- Keys of other systems: each does one thing in the name of its owner, and nothing else.
create table integration (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  kind text not null check (kind in ('gateway', 'mqtt', 'home-assistant', 'calendar', 'csv')),
  name text not null,
  -- The first characters of the key, by which its owner tells it from others.
  prefix text not null,
  -- SHA-256 of the key, which is 256 random bits.
  key_hash bytea not null unique,
  -- The meters that it is for; null: all that its owner sees.
  boards text[],
  created_at timestamptz not null,
  last_used_at timestamptz,
  check (kind <> 'gateway' or boards is not null)
);
create index integration_account on integration (account_id);
create index integration_gateway_boards on integration using gin (boards) where kind = 'gateway';

-- A gateway key that is made or revoked changes who may send for its boards.
create function tell_gateway_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('board_changed', mac) from unnest(coalesce(new.boards, old.boards)) as mac;
  return null;
end $$;
create trigger gateway_changed after insert or delete on integration
  for each row execute function tell_gateway_changed();

-- Links by which somebody without an account sees one thing of an establishment, as the maker sees it. Only a hash of the key is
-- kept. It goes with the account and with the establishment.
create table shared_link (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account on delete cascade,
  establishment_id uuid not null references establishment on delete cascade,
  kind text not null check (kind in ('tv', 'cycle', 'flow', 'report', 'curve')),
  name text not null,
  prefix text not null,
  key_hash bytea not null unique,
  type text not null check (type in ('eletric', 'water')),
  start_on date,
  end_on date,
  expires_on date check (expires_on is not null or kind = 'tv'),
  created_at timestamptz not null,
  openings integer not null default 0,
  last_opened_at timestamptz,
  -- Curves of meters of the establishment: { series: [{ installation, quantity }], from, to, isApart }.
  chart jsonb,
  check ((chart is not null) = (kind = 'curve'))
);
create index shared_link_account on shared_link (account_id);
create index shared_link_establishment on shared_link (establishment_id);
