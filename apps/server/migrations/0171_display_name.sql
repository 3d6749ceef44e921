-- As people call an establishment, the same on every screen: its fantasy name once there is one.
alter table establishment
  add column display_name text not null generated always as (coalesce(nullif(fantasy_name, ''), name)) stored;
