-- Time series. Every key begins with the installation, so that a meter's history lies together.

-- One row a frame, in the meter's own units; energies and volumes are exact integers in thousandths,
-- because totals are sums of them. A mono board fills phase A. Partitioned by UTC day: retention drops partitions.
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

-- One row a quarter of an hour that has data (frames > 0) or was opened for it (frames = 0, see quarter blocks in
-- ingest): rows of a meter are opened together so that they lie together. Never expires.
create table quarter (
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
  -- Highest total power a frame showed, W.
  max_power_w real,
  primary key (installation_id, start)
) with (fillfactor = 70);

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
