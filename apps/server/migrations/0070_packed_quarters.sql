-- The quarter-hours of a packed day as texts of arrays, for what an hour is too long for: demand, always-on load. It
-- lives and dies with its packed day, which late frames delete. `starts` are quarters of the day, 0 to 95.
create table packed_quarters (
  installation_id integer not null,
  day date not null,
  length integer not null,
  frames integer not null,
  starts text,
  consumed_a text,
  consumed_b text,
  consumed_c text,
  volume text,
  primary key (installation_id, day),
  foreign key (installation_id, day) references packed_day on delete cascade
);

-- Derived, and packed again by the hourly job, now with its quarter-hours.
delete from packed_day;
