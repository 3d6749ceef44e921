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
