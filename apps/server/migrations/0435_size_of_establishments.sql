-- How large an establishment is: what its consumption is compared by.
alter table establishment
  add column area_m2 numeric(10, 2) check (area_m2 > 0),
  -- How many people work there, where the range of its activity is too wide to divide by.
  add column headcount integer check (headcount > 0);
