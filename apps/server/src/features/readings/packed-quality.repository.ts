import { DAY_MS } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';
import { COUNTED } from './counted-readings.ts';
import { MEAN_POWER_FACTOR, meanVoltage } from './quality-columns.ts';

/** Days that have lost their readings to retention are left out: nothing is asked of them any more. */
const UNPACKED = `select installation_id, day::text from packed_day
where day >= (select min(coalesce(substring(relid::text from '_(\\d{8})$')::date, '-infinity'))
    from pg_partition_tree('reading') where isleaf)
  and not exists (select from packed_quality q
    where q.installation_id = packed_day.installation_id and q.day = packed_day.day)
order by installation_id, day limit $1`;

const PHASES = ['a', 'b', 'c'] as const;

const OF_HOUR: Readonly<Record<string, string>> = {
  power_factor: MEAN_POWER_FACTOR,
  ...Object.fromEntries(
    PHASES.flatMap((phase) => [
      [`volts_${phase}`, meanVoltage(phase)],
      [`lowest_${phase}`, `min(v${phase})`],
      [`highest_${phase}`, `max(v${phase})`],
    ]),
  ),
};
const NAMES = Object.keys(OF_HOUR);

/**
 * One statement, thus one snapshot: a late frame has deleted the packed day before it, and nothing is written; or it
 * waits for the lock, and deletes both.
 */
const PACK = `with held as materialized (
  select installation_id, day from packed_day where installation_id = $1 and day = $2::date for key share
)
insert into packed_quality (installation_id, day, length, hours, frames, ${NAMES.join(', ')})
select held.installation_id, held.day, hours.* from held cross join (
  select count(*)::integer, array_agg(hour)::text, array_agg(frames)::text,
    ${NAMES.map((name) => `case when count(${name}) > 0 then array_agg(${name})::text end`).join(',\n    ')}
  from (
    select date_part('hour', at at time zone 'UTC')::integer as hour, count(*) as frames,
      ${NAMES.map((name) => `${OF_HOUR[name]} as ${name}`).join(',\n      ')}
    from reading where installation_id = $1 and at >= $3 and at < $4 and ${COUNTED}
    group by hour order by hour) of_hour) hours
on conflict do nothing`;

export interface PackedDayKey {
  readonly installation_id: number;
  /** UTC, YYYY-MM-DD. */
  readonly day: string;
}

export interface PackedQualityRepository {
  /** Packed days without their quality. */
  unpacked(most: number): Promise<readonly PackedDayKey[]>;
  /** One day, in some milliseconds; late frames of it wait as long. */
  pack(key: PackedDayKey): Promise<void>;
}

export const createPackedQualityRepository = (pool: Pool): PackedQualityRepository => ({
  async unpacked(most) {
    return (await pool.query<PackedDayKey>(UNPACKED, [most])).rows;
  },
  async pack({ installation_id, day }) {
    const next = new Date(Date.parse(day) + DAY_MS).toISOString();
    await pool.query({
      name: 'pack-quality',
      text: PACK,
      values: [installation_id, day, new Date(day).toISOString(), next],
    });
  },
});
