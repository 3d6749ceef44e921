import { type Instant, instant } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';
import { COUNTED } from './counted-readings.ts';
import type { Span } from './frames.repository.ts';
import { HOLDS } from './open-quality.repository.ts';
import {
  hoursOf,
  MEAN_POWER_FACTOR,
  meanVoltage,
  type Quality,
  type QualityHour,
  type QualityRow,
} from './quality-columns.ts';

const PACKED: Readonly<Record<Quality, string>> = {
  PF: 'power_factor as a, null as b, null as c',
  V: 'volts_a as a, volts_b as b, volts_c as c',
};

const MEASURED: Readonly<Record<Quality, string>> = {
  PF: `${MEAN_POWER_FACTOR} as a, null::float8 as b, null::float8 as c`,
  V: `${meanVoltage('a')} as a, ${meanVoltage('b')} as b, ${meanVoltage('c')} as c`,
};

const IS_MEASURED: Readonly<Record<Quality, string>> = {
  PF: 'num_nonnulls(pfa, pfb, pfc) > 0',
  V: 'num_nonnulls(va, vb, vc) > 0',
};

/** Hours counted from $4, which is the local clock's start of one. */
const fromReadings = (quality: Quality): string => `select count(*)::integer as length,
  array_agg(hour)::text as hours, array_agg(a)::text as a, array_agg(b)::text as b, array_agg(c)::text as c
from (
  select floor((date_part('epoch', at) - date_part('epoch', $4::timestamptz)) / 3600) as hour, ${MEASURED[quality]}
  from reading where installation_id = $1 and at >= $2 and at < $3 and ${IS_MEASURED[quality]} and ${COUNTED}
  group by hour order by hour) measured`;

const OPEN: Readonly<Record<Quality, string>> = {
  PF: 'power_factor as a, null::float8 as b, null::float8 as c',
  V: PACKED.V,
};

export interface PackedQuality extends QualityRow {
  /** UTC, YYYY-MM-DD. */
  readonly day: string;
}

export interface QualityRepository {
  /** The packed days among these, both included, in order. */
  packed(
    installationId: number,
    first: string,
    last: string,
    quality: Quality,
  ): Promise<readonly PackedQuality[]>;
  /** The hours of open days among these that hold, in order; in any of them nothing may have been measured. */
  open(installationId: number, span: Span, quality: Quality): Promise<readonly QualityHour[]>;
  /** @param origin - an instant at which an hour of the local clock begins, at or before the span. */
  measured(
    installationId: number,
    span: Span,
    quality: Quality,
    origin: Instant,
  ): Promise<readonly QualityHour[]>;
}

export const createQualityRepository = (pool: Pool): QualityRepository => ({
  async packed(installationId, first, last, quality) {
    const { rows } = await pool.query<PackedQuality>({
      name: `packed-quality-${quality}`,
      text: `select day, length, hours, ${PACKED[quality]} from packed_quality
        where installation_id = $1 and day between $2 and $3 order by day`,
      values: [installationId, first, last],
    });
    return rows;
  },
  async open(installationId, { from, to }, quality) {
    const { rows } = await pool.query<Omit<QualityHour, 'at'> & { hour: Date }>({
      name: `open-quality-${quality}`,
      text: `select hour, ${OPEN[quality]} from open_quality where ${HOLDS} order by hour`,
      values: [installationId, new Date(from).toISOString(), new Date(to).toISOString()],
    });
    return rows.map(({ hour, a, b, c }) => ({ at: instant(hour.getTime()), a, b, c }));
  },
  async measured(installationId, { from, to }, quality, origin) {
    const instants = [from, to, origin].map((at) => new Date(at).toISOString());
    const { rows } = await pool.query<QualityRow>({
      name: `measured-quality-${quality}`,
      text: fromReadings(quality),
      values: [installationId, ...instants],
    });
    return rows[0] ? hoursOf(rows[0], origin) : [];
  },
});
