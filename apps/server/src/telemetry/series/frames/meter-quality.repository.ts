import type { TimeSpan } from '@nascente/domain/base/time/span';
import type { HourlyQuality } from '@nascente/domain/telemetry/quality/hourly-quality';
import type { Pool } from 'pg';
import { decodeQuality } from '../encoding/quality.ts';
import { spanOfDay, utcDay } from '../utc-day.ts';

/** Power factor and voltage of a closed UTC day by its hours; null: nothing was measured. */
interface QualityOfDay {
  readonly day: TimeSpan;
  readonly means: HourlyQuality | null;
}

export type MeterQuality = ReturnType<typeof createMeterQualityRepository>;

const QUALITY = `select (day - date '1970-01-01') as day, quality from meter_day
where installation_id = $1 and day between $2 and $3 and format is not null`;

export const createMeterQualityRepository = (pool: Pool) => ({
  /** Of the closed days that a span touches, in no order. */
  async days(installationId: number, { from, to }: TimeSpan): Promise<readonly QualityOfDay[]> {
    if (to <= from) return [];
    const { rows } = await pool.query<{ day: number; quality: Buffer | null }>({
      name: 'quality-of-closed-days',
      text: QUALITY,
      values: [installationId, utcDay(from), utcDay(to - 1)],
    });
    return rows.map(({ day, quality }) => ({
      day: spanOfDay(day),
      means: quality === null ? null : decodeQuality(quality),
    }));
  },
});
