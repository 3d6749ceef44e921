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
  most_per_hour double precision check (most_per_hour > 0),
  updated_at timestamptz not null default now()
);
create trigger board_adapter_changed after insert or update or delete on board_adapter
  for each row execute function tell_board_changed();

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
