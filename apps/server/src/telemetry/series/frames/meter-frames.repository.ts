import { QUARTER_MS } from '@nascente/domain/base/time/quarter';
import type { TimeSpan } from '@nascente/domain/base/time/span';
import { DAY_MS } from '@nascente/domain/base/time/zone';
import type { Frames } from '@nascente/domain/telemetry/frames/frame-columns';
import { FRAME_FIELDS, type FrameField } from '@nascente/domain/telemetry/frames/frame-fields';
import type { Pool } from 'pg';
import { readExclusions } from '../closing/closing.repository.ts';
import { columnsOfSent, type SentFrames, sentFrames } from '../closing/sent-frames.ts';
import { BLOCK_MS, BLOCKS_OF_DAY, decodeBlocks } from '../encoding/frame-blocks.ts';
import { decodeQuality } from '../encoding/quality.ts';
import { decodeCounts } from '../encoding/quarters.ts';
import { dayNumber, spanOfDay, utcDay } from '../interval-queries.repository.ts';
export type MeterQuality = ReturnType<typeof createMeterQualityRepository>;

const QUALITY = `select (day - date '1970-01-01') as day, quality from meter_day
where installation_id = $1 and day between $2 and $3 and format is not null`;

export const createMeterQualityRepository = (pool: Pool) => ({
  /** Quality of the closed days that an interval overlaps, unordered. */
  async days(installationId: number, { from, to }: TimeSpan) {
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

/** The requested fields of frames; others are not decoded. */
export type RequestedFields = ReadonlySet<FrameField> | 'all';

/** The start of a quarter-hour, and the number of its frames that count. */
export interface CountedQuarter {
  readonly start: number;
  readonly frames: number;
}

/** A closed day, or a quarter-hour of an open one. */
type CountsRow =
  | { readonly day: number; readonly counts: Buffer }
  | { readonly day: null; readonly start: number; readonly frames: number };

/**
 * Reads closed days and quarter-hours of open days in one statement, so that a day closed meanwhile is in exactly one of them.
 * Imported quarter-hours have no frames.
 */
const COUNTS = `select (day - date '1970-01-01') as day, counts, null::float8 as start, null::integer as frames from meter_day
where installation_id = $1 and day between $4 and $5 and format is not null
union all
select null, null, date_part('epoch', start) * 1000, frames from quarter
where installation_id = $1 and start >= $2 and start < $3 and frames > 0 and import_id is null
  and not exists (select from meter_day d
    where d.installation_id = $1 and d.day = (start at time zone 'UTC')::date and d.format is not null)`;

/** Fetches only the blocks that an interval overlaps, which are stored outside the row. */
const BLOCKS = `select (day - date '1970-01-01') as day, substring(frame_blocks from coalesce(block_ends[asked.first], 0) + 1
    for block_ends[asked.last] - coalesce(block_ends[asked.first], 0)) as blocks
from unnest($2::integer[], $3::integer[], $4::integer[]) as asked (of_day, first, last)
join meter_day on installation_id = $1 and day = date '1970-01-01' + asked.of_day and frame_blocks is not null`;

const readings = (fields: readonly FrameField[]): string => `select ${sentFrames(fields)}
from (select * from reading where installation_id = $1 and at >= $2 and at < $3 order by at) frame`;

const iso = (at: number): string => new Date(at).toISOString();

/** The blocks [first, last) of a UTC day; days count from 1970, blocks from 0, so SQL index `first` is the block before. */
interface BlocksOfDay {
  readonly day: number;
  readonly first: number;
  readonly last: number;
}

const blocksOf = ({ from, to }: TimeSpan): BlocksOfDay[] => {
  const days: BlocksOfDay[] = [];
  for (let day = dayNumber(from); day * DAY_MS < to; day++) {
    const midnight = day * DAY_MS;
    const first = Math.max(0, Math.floor((from - midnight) / BLOCK_MS));
    const last = Math.min(BLOCKS_OF_DAY, Math.ceil((to - midnight) / BLOCK_MS));
    days.push({ day, first, last });
  }
  return days;
};
export type MeterFramesRepository = ReturnType<typeof createMeterFramesRepository>;

export const createMeterFramesRepository = (pool: Pool) => ({
  /** Numbers of frames of the quarter-hours that begin within an interval, unordered. */
  async counts(installationId: number, { from, to }: TimeSpan): Promise<readonly CountedQuarter[]> {
    const { rows } = await pool.query<CountsRow>({
      name: 'counts-of-days',
      text: COUNTS,
      values: [installationId, iso(from), iso(to), utcDay(from), utcDay(to - 1)],
    });
    const quarters = rows.flatMap((row): readonly CountedQuarter[] => {
      if (row.day === null) return [{ start: row.start, frames: row.frames }];
      const midnight = row.day * DAY_MS;
      return Array.from(decodeCounts(row.counts), (frames, index) => ({
        start: midnight + index * QUARTER_MS,
        frames,
      }));
    });
    return quarters.filter(({ start, frames }) => frames > 0 && start >= from && start < to);
  },
  /** Frames of the closed days that an interval overlaps, in complete blocks. */
  async closed(installationId: number, span: TimeSpan, fields: RequestedFields) {
    const wanted = blocksOf(span);
    const { rows } = await pool.query<{ day: number; blocks: Buffer }>({
      name: 'blocks-of-frames',
      text: BLOCKS,
      values: [
        installationId,
        wanted.map(({ day }) => day),
        wanted.map(({ first }) => first),
        wanted.map(({ last }) => last),
      ],
    });
    return rows.map(({ day, blocks }) => ({ day, frames: decodeBlocks(blocks, fields) }));
  },
  /** Excluded intervals that overlap an interval, ascending. */
  exclusions: (installationId: number, span: TimeSpan) => readExclusions(pool, installationId, span),
  /** Frames from `reading`, ascending, with measured values. */
  async open(installationId: number, { from, to }: TimeSpan, fields: RequestedFields): Promise<Frames> {
    const wanted = fields === 'all' ? FRAME_FIELDS : FRAME_FIELDS.filter((field) => fields.has(field));
    const { rows } = await pool.query<SentFrames>({
      // Plans of arbitrary field sets are not cached.
      ...(fields === 'all' ? { name: 'frames-of-readings' } : {}),
      text: readings(wanted),
      values: [installationId, iso(from), iso(to)],
    });
    return columnsOfSent(rows[0]);
  },
});
