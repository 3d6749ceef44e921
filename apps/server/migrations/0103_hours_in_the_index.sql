-- Of a year of a meter mostly only the hours are asked. They lie in the index, some thirty days to a page and one beside the
-- other; rows lie as their days were packed, so that each of them may be a page of its own.
alter table packed_quarters
  drop constraint packed_quarters_pkey,
  add primary key (installation_id, day) include (hours, present);
