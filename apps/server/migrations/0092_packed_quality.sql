-- Power factor and voltage of a packed day by the hour, as its screens ask for them, without its readings. It lives and
-- dies with its packed day, which whatever adds to a closed day, corrects or excludes a part of it deletes. Each text is
-- an array as it is printed, of the hours with counted frames; null is a column in which nothing was measured.
create table packed_quality (
  installation_id integer not null,
  day date not null,
  length integer not null,
  -- Of the UTC day, 0 to 23.
  hours text,
  frames text,
  -- Of each frame the mean of its phases without sign; of the hour the mean of its frames.
  power_factor text,
  -- V: means, and extremes of single frames.
  volts_a text,
  volts_b text,
  volts_c text,
  lowest_a text,
  lowest_b text,
  lowest_c text,
  highest_a text,
  highest_b text,
  highest_c text,
  primary key (installation_id, day),
  foreign key (installation_id, day) references packed_day on delete cascade
);

-- The same of the whole hours of days that are not closed yet. Readings of the day lie as they came, one to a page for
-- any meter, so that an hour costs as much to read as a closed day. An hour holds as long as its stamp is what the rows
-- of its quarter-hours say: any write to one of them, late, credited or corrected, leaves another. Derived and short-lived:
-- what a crash takes is read from the readings until the next hour.
create unlogged table open_quality (
  installation_id integer not null,
  hour timestamptz not null,
  stamp text not null,
  power_factor float8,
  volts_a float8,
  volts_b float8,
  volts_c float8,
  primary key (installation_id, hour)
);
