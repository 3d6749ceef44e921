import { type Instant, instant } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';
import { COUNTED } from './counted-readings.ts';
import type { FrameLines } from './frame-lines.ts';
import { FRAMES_AS_LINES, type Span } from './frames.repository.ts';

/** A frame that comes into an imported quarter-hour leaves its row as it is: such quarter-hours are not packed. */
const CHANGED = `select start, stamp, packed.count, packed.lines from (
  select start, xmin::text as stamp from quarter q
  where installation_id = $1 and start >= $2 and start < $3 and frames > 0 and import_id is null
    and not exists (select from packed_day d
      where d.installation_id = $1 and d.day = (q.start at time zone 'UTC')::date)
    and not exists (select from open_frames o
      where o.installation_id = $1 and o.start = q.start and o.stamp = q.xmin::text)
  order by start desc limit $4) changed
cross join lateral (${FRAMES_AS_LINES} from reading
  where installation_id = $1 and at >= $2 and at < $3 and ${COUNTED}
    and at >= changed.start and at < changed.start + interval '15 minutes' order by at desc) frame) packed`;

const KEEP = `insert into open_frames (installation_id, start, stamp, frames, body) values ($1, $2, $3, $4, $5)
on conflict (installation_id, start)
  do update set stamp = excluded.stamp, frames = excluded.frames, body = excluded.body`;

/** Whether what was packed of the quarter-hour that `begins` is what its row says still. */
export const QUARTER_HOLDS = `stamp = (select xmin::text from quarter q
  where q.installation_id = $1 and q.start = begins and q.frames > 0 and q.import_id is null)`;

/** A quarter-hour that is not as it was packed: its frames, and what its row says, of one snapshot. */
export interface ChangedQuarter extends FrameLines {
  readonly start: Instant;
  readonly stamp: string;
}

export interface OpenFramesRepository {
  /** Installations that have sent since. */
  sending(since: Instant): Promise<readonly number[]>;
  /** Of the quarter-hours of a span that no packed day holds, the newest first. */
  changed(installationId: number, span: Span, most: number): Promise<readonly ChangedQuarter[]>;
  keep(installationId: number, quarter: ChangedQuarter, body: Buffer): Promise<void>;
  forget(before: Instant): Promise<void>;
}

const iso = (at: Instant): string => new Date(at).toISOString();

export const createOpenFramesRepository = (pool: Pool): OpenFramesRepository => ({
  async sending(since) {
    const { rows } = await pool.query<{ installation_id: number }>(
      'select installation_id from last_state where at >= $1 order by 1',
      [iso(since)],
    );
    return rows.map((row) => row.installation_id);
  },
  async changed(installationId, { from, to }, most) {
    const { rows } = await pool.query<{ start: Date; stamp: string; count: number; lines: string | null }>({
      name: 'changed-quarters',
      text: CHANGED,
      values: [installationId, iso(from), iso(to), most],
    });
    return rows.map(({ start, stamp, count, lines }) => ({
      start: instant(start.getTime()),
      stamp,
      count,
      lines: lines ?? '',
    }));
  },
  async keep(installationId, { start, stamp, count }, body) {
    await pool.query({
      name: 'keep-open-frames',
      text: KEEP,
      values: [installationId, iso(start), stamp, count, body],
    });
  },
  async forget(before) {
    await pool.query('delete from open_frames where start < $1', [iso(before)]);
  },
});
