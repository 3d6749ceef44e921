-- The record of a closed day tells half hours: tariff periods of Brazilian distributors begin on them, and were read from
-- quarter-hours. Little-endian words: the day and two flags (bit 24: wide, bit 25: partial), the lower 32 bits of each half
-- hour, the upper 16 if wide, a byte of quarter-hours each if partial.

-- The sum of the phases of a quarter-hour, 0 to 95.
create function pg_temp.sum_at(grids bytea, quarter integer) returns bigint language sql as $$
  select case when grids is null then 0
    when get_byte(grids, 0) >= 128 then ('x' || encode(substring(grids from quarter * 8 + 2 for 8), 'hex'))::bit(64)::bigint
    else ('x' || encode(substring(grids from quarter * 4 + 2 for 4), 'hex'))::bit(32)::bigint & 4294967295 end
$$;

create function pg_temp.half_hours_record(day date, consumed bytea, volume bytea, present text) returns bytea language plpgsql as $$
declare
  totals bigint[] := array_fill(0::bigint, array[48]);
  counts integer[] := array_fill(2, array[48]);
  is_wide boolean := false;
  is_partial boolean := false;
  record bytea := ''::bytea;
  head bigint := day - date '1970-01-01';
begin
  for h in 0..47 loop
    for quarter in h * 2..h * 2 + 1 loop
      totals[h + 1] := totals[h + 1] + pg_temp.sum_at(consumed, quarter) + pg_temp.sum_at(volume, quarter);
    end loop;
    if present is not null then
      counts[h + 1] := length(replace(substring(present from h * 2 + 1 for 2), '0', ''));
    end if;
    is_wide := is_wide or totals[h + 1] >= 4294967296;
    is_partial := is_partial or counts[h + 1] <> 2;
  end loop;
  if is_wide then head := head | 16777216; end if;
  if is_partial then head := head | 33554432; end if;
  record := reverse(int4send(head::integer));
  for h in 1..48 loop
    record := record || reverse(substring(int8send(totals[h]) from 5 for 4));
  end loop;
  if is_wide then
    for h in 1..48 loop record := record || reverse(substring(int8send(totals[h]) from 3 for 2)); end loop;
  end if;
  if is_partial then
    for h in 1..48 loop record := record || substring(int4send(counts[h]) from 4 for 1); end loop;
  end if;
  return record;
end
$$;

alter table meter_day drop constraint meter_day_pkey;
alter table meter_day rename column hours to half_hours;
update meter_day set half_hours = pg_temp.half_hours_record(day, consumed, volume, present) where format is not null;
alter table meter_day add primary key (installation_id, day) include (half_hours, format);
