-- Quarter-hours of a closed day begin with the sum of their phases, then each phase but the last: mostly the sum is all that
-- is asked, a third of the bytes. A byte says which phases have something (bits 0 to 2) and whether numbers have eight bytes
-- (bit 7) or four, big-endian.

create function pg_temp.sum_first(grids bytea) returns bytea language sql strict as $$
  with shape as (
    select get_byte(grids, 0) & 7 as mask, case when get_byte(grids, 0) >= 128 then 8 else 4 end as width,
      bit_count(set_byte('\x00', 0, get_byte(grids, 0) & 7))::integer as phases
  ), numbers as (
    select grid, place, ('x' || lpad(encode(substring(grids from 2 + (grid * 96 + place) * width for width), 'hex'), 16, '0'))::bit(64)::bigint as number
    from shape, generate_series(0, phases - 1) grid, generate_series(0, 95) place
  ), sums as (
    select place, sum(number)::bigint as number from numbers group by place
  ), written as (
    select 0 as grid, place, number from sums
    union all select grid + 1, place, number from numbers, shape where grid + 1 < phases
  ), wide as (
    select max(number) >= 4294967296 as is_wide from sums
  )
  select set_byte('\x00', 0, (select mask from shape) | case when is_wide then 128 else 0 end)
    || string_agg(substring(int8send(number) from case when is_wide then 1 else 5 end), ''::bytea order by grid, place)
  from written, wide group by is_wide
$$;

update meter_day set consumed = pg_temp.sum_first(consumed), injected = pg_temp.sum_first(injected),
  inductive = pg_temp.sum_first(inductive), capacitive = pg_temp.sum_first(capacitive)
where num_nonnulls(consumed, injected, inductive, capacitive) > 0;
