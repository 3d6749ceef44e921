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
