import type { Instant } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';
import { COUNTED } from './counted-readings.ts';
import type { Span } from './frames.repository.ts';
import { MEAN_POWER_FACTOR, meanVoltage } from './quality-columns.ts';

/** Which versions of its quarter-hours an hour was computed from. */
const STAMP = "string_agg(xmin::text, ',' order by start)";

/** A frame that comes into an imported quarter-hour leaves its row as it is: such hours are not packed. */
const PACK = `insert into open_quality (installation_id, hour, stamp, power_factor, volts_a, volts_b, volts_c)
select $1, changed.hour, changed.stamp, measured.*
from (
  select date_bin('1 hour', start, timestamptz 'epoch') as hour, ${STAMP} as stamp from quarter
  where installation_id = $1 and start >= $2 and start < $3 and frames > 0
  group by 1 having count(import_id) = 0
) changed
cross join lateral (
  select ${MEAN_POWER_FACTOR}, ${meanVoltage('a')}, ${meanVoltage('b')}, ${meanVoltage('c')} from reading
  where installation_id = $1 and at >= $2 and at < $3 and ${COUNTED}
    and at >= changed.hour and at < changed.hour + interval '1 hour'
) measured
where not exists (select from open_quality o
  where o.installation_id = $1 and o.hour = changed.hour and o.stamp = changed.stamp)
on conflict (installation_id, hour) do update set stamp = excluded.stamp, power_factor = excluded.power_factor,
  volts_a = excluded.volts_a, volts_b = excluded.volts_b, volts_c = excluded.volts_c`;

export interface OpenQualityRepository {
  /** Installations that have sent since. */
  sending(since: Instant): Promise<readonly number[]>;
  /** The whole hours of a span that are not as they were packed: readings and stamps of one snapshot. */
  pack(installationId: number, span: Span): Promise<void>;
  /** What is older than this was packed with its day. */
  forget(before: Instant): Promise<void>;
}

const iso = (at: Instant): string => new Date(at).toISOString();

export const createOpenQualityRepository = (pool: Pool): OpenQualityRepository => ({
  async sending(since) {
    const { rows } = await pool.query<{ installation_id: number }>(
      'select installation_id from last_state where at >= $1 order by 1',
      [iso(since)],
    );
    return rows.map((row) => row.installation_id);
  },
  async pack(installationId, { from, to }) {
    await pool.query({
      name: 'pack-open-quality',
      text: PACK,
      values: [installationId, iso(from), iso(to)],
    });
  },
  async forget(before) {
    await pool.query('delete from open_quality where hour < $1', [iso(before)]);
  },
});

/** Of the open hours of installation $1 those that hold. */
export const HOLDS = `installation_id = $1 and hour >= $2 and hour < $3 and stamp = (
  select ${STAMP} from quarter where installation_id = $1 and start >= hour and start < hour + interval '1 hour'
    and frames > 0)`;
