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
