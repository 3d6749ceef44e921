-- Closed UTC days by the hour, as consumption reads them: derived from `quarter`, one row an installation and day.
-- Whatever adds to a closed day deletes its row in the same transaction; what has no row is read from `quarter`.
-- Each text is an array as it is printed; null is a column of zeros.
create table packed_day (
  installation_id integer not null,
  day date not null,
  length integer not null,
  slots text,
  peaks text,
  consumed_a text,
  consumed_b text,
  consumed_c text,
  injected_a text,
  injected_b text,
  injected_c text,
  inductive_a text,
  inductive_b text,
  inductive_c text,
  capacitive_a text,
  capacitive_b text,
  capacitive_c text,
  volume text,
  primary key (installation_id, day)
);
