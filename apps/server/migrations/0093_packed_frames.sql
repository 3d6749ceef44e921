-- Frames of a packed day as the history page answers them: JSON, newest first, joined by commas, compressed (zstd), so
-- that a page of any size is read and sent without printing or parsing a number. A row holds every counted frame from
-- `begins` to before `ends`; the rows of a day follow one another without a gap, and a day without frames has one. It
-- lives and dies with its packed day, which whatever adds to a closed day, corrects or excludes a part of it deletes.
create table packed_frames (
  installation_id integer not null,
  day date not null,
  begins timestamptz not null,
  ends timestamptz not null,
  frames integer not null,
  body bytea not null,
  primary key (installation_id, day, begins),
  foreign key (installation_id, day) references packed_day on delete cascade
);
alter table packed_frames alter column body set storage external;

-- Which packed days have their frames. The newest that have not are packed first.
alter table packed_day add column are_frames_packed boolean not null default false;
create index packed_day_without_frames on packed_day (day, installation_id) where not are_frames_packed;

-- The same of the passed quarter-hours of days that are not packed yet. One holds as long as its stamp is what the row of
-- its quarter-hour says: any write to it, late, credited or corrected, leaves another. Derived and short-lived.
create unlogged table open_frames (
  installation_id integer not null,
  start timestamptz not null,
  stamp text not null,
  frames integer not null,
  body bytea not null,
  primary key (installation_id, start)
);
alter table open_frames alter column body set storage external;
