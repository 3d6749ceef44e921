import { DAY_MS, type Instant, instant } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';
import type { FramePart } from './frame-part.ts';
import type { Span } from './frames.repository.ts';
import { type PartRow, partsWithin, toPart } from './packed-parts.ts';

/** Where in time the frame lies that so many newer ones precede. */
export interface Place {
  readonly quarter: Instant;
  /** Frames that are newer than this quarter. */
  readonly newer: number;
  /** What is packed from this quarter-hour back, as far as was looked, newest first. */
  readonly parts: readonly FramePart[];
}

/** What is looked for. */
export interface Sought {
  readonly installationId: number;
  /** Whole quarter-hours. */
  readonly whole: Span;
  /** So many frames are newer. */
  readonly skip: number;
  /** What is wanted of it may begin and end within a quarter-hour. */
  readonly wanted: Span;
  /** So many frames from there on, and how far back they are looked for. */
  readonly limit: number;
  readonly lookMs: number;
}

/**
 * Counts frames without reading them: packed days know how many they hold, the rest is added up from quarter-hours.
 * A month has some thirty days and 2,976 quarter-hours. Spans consist of whole quarter-hours.
 */
export interface FramePlacesRepository {
  count(installationId: number, span: Span): Promise<number>;
  /**
   * The quarter-hour in which the frame lies that so many newer ones precede, with what is packed of it and of what
   * comes before; null when there are no more than that. What is wanted `ends-within` the last quarter-hour where more
   * frames of this one came after: how many of them are wanted, only the frames themselves say.
   */
  locate(sought: Sought): Promise<Place | 'ends-within' | null>;
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

const WANTED_TO = '$8::timestamptz';

const LOCATE = `with ${COUNTED}, place as (${hit('counted', '$6')}),
quarter_hour as (
  select coalesce(exact.start, place.start) as start, (place.newer + coalesce(exact.newer, 0))::bigint as newer
  from place left join lateral (${hit(
    `(select start, frames ${QUARTERS} and start >= place.start and start < place.start + interval '24 hours'
      and start < $3 and place.is_day) of_day`,
    '$6 - place.newer',
  )}) exact on true
  where exact.start is not null or not place.is_day
), look as (
  select start, newer, $6 - newer + $9 as frames, ends, greatest($7::timestamptz, ends - $10::interval) as begins
  from (select *, least(start + interval '15 minutes', ${WANTED_TO}) as ends from quarter_hour) found
)
select ends_within, look.start, look.newer, part.*
from (select ${WANTED_TO} < $3 and exists (select from last_state where installation_id = $1 and at >= ${WANTED_TO})
  as ends_within) wanted
left join look on not ends_within
left join lateral (${partsWithin('look.begins', 'look.ends', 'look.frames')}) part on true
order by part.begins desc`;

/** The same place in each row, with one part of those that are packed. */
interface PlaceRow extends Partial<PartRow> {
  readonly ends_within: boolean;
  readonly start: Date | null;
  readonly newer: number;
}

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
  async locate({ installationId, whole, skip, wanted, limit, lookMs }) {
    const ofWanted = [iso(wanted.from), iso(wanted.to), limit, `${lookMs} milliseconds`];
    const { rows } = await pool.query<PlaceRow>({
      name: 'locate-frame',
      text: LOCATE,
      values: [...valuesOf(installationId, whole), skip, ...ofWanted],
    });
    const [first] = rows;
    if (first?.ends_within) return 'ends-within';
    if (first?.start == null) return null;
    return {
      quarter: instant(first.start.getTime()),
      newer: first.newer,
      parts: first.begins === null ? [] : (rows as PartRow[]).map(toPart),
    };
  },
});
