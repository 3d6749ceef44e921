-- The hours of a closed day are a record that says its day and how many quarter-hours of each hour have data: of a month
-- they are read from the index alone, and in half the bytes. Little-endian words: the day and two flags (bit 24: wide,
-- bit 25: partial), the lower 32 bits of each hour, the upper 16 if wide, a byte of quarter-hours each if partial.

create function pg_temp.hours_record(day date, hours bytea, present text) returns bytea language plpgsql as $$
declare
  totals bigint[] := array_fill(0::bigint, array[24]);
  counts integer[] := array_fill(4, array[24]);
  is_wide boolean := false;
  is_partial boolean := false;
  record bytea := ''::bytea;
  head bigint := day - date '1970-01-01';
begin
  for h in 0..23 loop
    if hours is not null then
      totals[h + 1] := ('x' || encode(substring(hours from h * 8 + 1 for 8), 'hex'))::bit(64)::bigint;
    end if;
    if present is not null then
      counts[h + 1] := length(replace(substring(present from h * 4 + 1 for 4), '0', ''));
    end if;
    is_wide := is_wide or totals[h + 1] >= 4294967296;
    is_partial := is_partial or counts[h + 1] <> 4;
  end loop;
  if is_wide then head := head | 16777216; end if;
  if is_partial then head := head | 33554432; end if;
  record := reverse(int4send(head::integer));
  for h in 1..24 loop
    record := record || reverse(substring(int8send(totals[h]) from 5 for 4));
  end loop;
  if is_wide then
    for h in 1..24 loop record := record || reverse(substring(int8send(totals[h]) from 3 for 2)); end loop;
  end if;
  if is_partial then
    for h in 1..24 loop record := record || substring(int4send(counts[h]) from 4 for 1); end loop;
  end if;
  return record;
end
$$;

alter table meter_day drop constraint meter_day_pkey;
update meter_day set hours = pg_temp.hours_record(day, hours, present) where format is not null;
alter table meter_day add primary key (installation_id, day) include (hours, format);
