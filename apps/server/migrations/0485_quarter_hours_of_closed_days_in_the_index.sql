-- The record of a closed day in the index tells its quarter-hours, of which half hours and hours are added up. Little-endian: the
-- day (three bytes), how many bytes a number has (four, or eight of a float8; bit 7: data lack), the total of the day, what
-- comes before each of its quarter-hours but the first, and where data lack a bit a quarter-hour.

-- The sum of the phases of a quarter-hour, 0 to 95.
create function pg_temp.sum_of_phases_at(grids bytea, quarter integer) returns bigint language sql as $$
  select case when grids is null then 0
    when get_byte(grids, 0) >= 128 then ('x' || encode(substring(grids from quarter * 8 + 2 for 8), 'hex'))::bit(64)::bigint
    else ('x' || encode(substring(grids from quarter * 4 + 2 for 4), 'hex'))::bit(32)::bigint & 4294967295 end
$$;

create function pg_temp.totals_record(day date, consumed bytea, volume bytea, present text) returns bytea language sql as $$
  with running as (
    select quarter, sum(pg_temp.sum_of_phases_at(consumed, quarter) + pg_temp.sum_of_phases_at(volume, quarter))
      over (order by quarter)::bigint as until from generate_series(0, 95) quarter
  ), shape as (
    select case when max(until) < 4294967296 then 4 else 8 end as width from running
  )
  select substring(reverse(int4send(day - date '1970-01-01')) for 3)
    || set_byte('\x00', 0, (select width from shape) | case when present is null then 0 else 128 end)
    || (select string_agg(reverse(case when width = 4 then substring(int8send(until) from 5) else float8send(until) end), ''::bytea
      order by (quarter + 1) % 96) from running, shape)
    || case when present is null then ''::bytea else (
      select string_agg(set_byte('\x00', 0, reverse(substring(present from byte * 8 + 1 for 8))::bit(8)::integer), ''::bytea order by byte)
      from generate_series(0, 11) byte) end
$$;

alter table meter_day drop constraint meter_day_pkey;
alter table meter_day rename column half_hours to totals;
update meter_day set totals = pg_temp.totals_record(day, consumed, volume, present) where format is not null;
comment on column meter_day.totals is
  'the quarter-hours of what was consumed by all phases, or of the volume: they lie in the index, days one beside the other';
alter table meter_day add primary key (installation_id, day) include (totals, format);
