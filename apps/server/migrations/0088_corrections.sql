-- Stretches of readings that an operator has marked as wrong. The readings stay in `reading`; what they had added to
-- `quarter` stands in `set_aside_quarter`, so that nothing is lost and an undo needs no reading. Whole quarter-hours:
-- a part of one has no demand, and outlives its readings.
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

-- What was measured and does not count: its stretch is excluded, or an import stands in its quarter-hour.
-- Whoever writes totals writes into it in the same statement, so that its lock keeps totals still.
create table set_aside_quarter (like quarter including defaults, primary key (installation_id, start));

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
  total_rows integer not null,
  -- What it came to.
  summary jsonb,
  first_at timestamptz,
  last_at timestamptz,
  undone_by uuid references account on delete set null,
  undone_at timestamptz
);
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

-- Of a quarter-hour that was imported and not measured.
alter table quarter add column import_id integer;
create index quarter_import on quarter (import_id, start) where import_id is not null;

-- When a meter came to its place, where an import has told what was before.
alter table installation add column first_installed_at timestamptz;
