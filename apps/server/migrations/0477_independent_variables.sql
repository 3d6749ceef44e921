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
