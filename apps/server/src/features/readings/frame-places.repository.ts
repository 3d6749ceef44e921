import { DAY_MS, type Instant, instant } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';
import { COUNTED as COUNTED_READINGS } from './counted-readings.ts';
import type { Span } from './frames.repository.ts';

/** Where in time the frame lies that so many newer ones precede. */
export interface Place {
  readonly quarter: Instant;
  /** Frames that are newer than this quarter. */
  readonly newer: number;
}

/**
 * Counts frames without reading them: packed days know how many they hold, the rest is added up from quarter-hours.
 * A month has some thirty days and 2,976 quarter-hours. Spans consist of whole quarter-hours, but for the head.
 */
export interface FramePlacesRepository {
  count(installationId: number, span: Span): Promise<number>;
  /**
   * The quarter-hour in which the frame lies that so many newer ones precede; null when there are no more than that.
   *
   * @param head - minutes after the span, within one quarter-hour, whose frames are counted one by one
   */
  locate(installationId: number, head: Span, span: Span, skip: number): Promise<Place | null>;
}

/** An imported quarter-hour has no frames to be shown. */
const QUARTERS = 'from quarter where installation_id = $1 and frames > 0 and import_id is null';

/**
 * The packed days of a span ($2, $3) among its whole days ($4, $5), and the quarter-hours newer and older than these. A
 * day that a late frame has unpacked leaves a gap: then days say nothing of the whole, and all are quarter-hours.
 */
const COUNTED = `days as materialized (
  select day::timestamp at time zone 'UTC' as start, frames from packed_quarters
  where installation_id = $1 and day >= $4 and day < $5
), bounds as materialized (
  select count(*) = extract(day from max(start) - min(start)) + 1 as are_whole, min(start) as oldest,
    max(start) + interval '24 hours' as ends from days
), counted as (
  select start, frames, true as is_day from days where (select are_whole from bounds)
  union all
  select start, frames, false ${QUARTERS} and start < $3
    and start >= (select case when are_whole then greatest(ends, $2) else $2 end from bounds)
  union all
  select start, frames, false ${QUARTERS} and start >= $2
    and start < (select case when are_whole then oldest else $2 end from bounds)
)`;

const COUNT = `with ${COUNTED} select coalesce(sum(frames), 0)::bigint as count from counted`;

/** The first of these rows, from the newest, before whose end more than so many frames lie. */
const hit = (rows: string, skip: string): string => `select * from (
  select *, sum(frames) over (order by start desc) - frames as newer from ${rows}) summed
where newer + frames > ${skip} order by start desc limit 1`;

const LOCATE = `with ${COUNTED}, head as (
  select $7::timestamptz as start, count(*) as frames, false as is_day from reading
  where installation_id = $1 and at >= $7 and at < $8 and ${COUNTED_READINGS}
), place as (${hit('(select * from head union all select start, frames, is_day from counted) parts', '$6')})
select coalesce(exact.start, place.start) as start, (place.newer + coalesce(exact.newer, 0))::bigint as newer
from place left join lateral (${hit(
  `(select start, frames ${QUARTERS} and start >= place.start and start < place.start + interval '24 hours'
    and place.is_day) of_day`,
  '$6 - place.newer',
)}) exact on true
where exact.start is not null or not place.is_day`;

const iso = (at: Instant): string => new Date(at).toISOString();
const utcDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The span, its first whole UTC day, and the day after its last. */
const valuesOf = (installationId: number, { from, to }: Span): (number | string)[] => [
  installationId,
  iso(from),
  iso(to),
  utcDay(Math.ceil(from / DAY_MS) * DAY_MS),
  utcDay(to),
];

export const createFramePlacesRepository = (pool: Pool): FramePlacesRepository => ({
  async count(installationId, span) {
    const { rows } = await pool.query<{ count: number }>({
      name: 'count-frames-by-days',
      text: COUNT,
      values: valuesOf(installationId, span),
    });
    return rows[0]?.count ?? 0;
  },
  async locate(installationId, head, span, skip) {
    const { rows } = await pool.query<{ start: Date; newer: number }>({
      name: 'locate-frame',
      text: LOCATE,
      values: [...valuesOf(installationId, span), skip, iso(head.from), iso(head.to)],
    });
    return rows[0] ? { quarter: instant(rows[0].start.getTime()), newer: rows[0].newer } : null;
  },
});
