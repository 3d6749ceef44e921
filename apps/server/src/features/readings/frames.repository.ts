import { type Instant, instant } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';
import { COUNTED } from './counted-readings.ts';
import type { PackedFrames } from './packed-frames.ts';

/** From an instant to before another. */
export interface Span {
  readonly from: Instant;
  readonly to: Instant;
}

/** Where in time the frame lies that so many newer ones precede. */
export interface Place {
  readonly quarter: Instant;
  /** Frames of the span that are newer than this quarter. */
  readonly newer: number;
}

/** How many frames a packed day holds. */
export interface PackedCount {
  /** Of the UTC day. */
  readonly start: Instant;
  readonly frames: number;
}

export interface FramesRepository {
  newestAt(installationId: number): Promise<Instant | null>;
  /** Newest first. */
  read(installationId: number, span: Span, skip: number, limit: number): Promise<PackedFrames>;
  /** By reading them: for a few minutes, not for days. */
  count(installationId: number, span: Span): Promise<number>;
  /** By quarters; the span must consist of whole ones. */
  countByQuarters(installationId: number, span: Span): Promise<number>;
  /** Of the packed days that begin in a span, newest first. */
  packedCounts(installationId: number, span: Span): Promise<readonly PackedCount[]>;
  /** By quarters, counted from the newest; null when there are no more than `skip`. */
  locate(installationId: number, span: Span, skip: number): Promise<Place | null>;
}

/** In the order in which `frame-json.ts` names them. */
const COLUMNS = `rssi, t, va, vb, vc, ia, ib, ic, pfa, pfb, pfc, wa, wb, wc, vara, varb, varc,
  energy_a_mwh, energy_b_mwh, energy_c_mwh, reactive_a_mvarh, reactive_b_mvarh, reactive_c_mvarh,
  vthda, vthdb, vthdc, ithda, ithdb, ithdc, volume_ml, flow`;

const IN_SPAN = `installation_id = $1 and at >= $2 and at < $3 and ${COUNTED}`;

/**
 * Rows leave the database as the text of whole records, one a line: a `real` is then written once, in the fewest
 * digits that name it (219.8, not 219.80000305), and pg need not build 32,000 values for a page of 1,000.
 */
export const FRAMES_AS_LINES = `select count(*)::integer as count, string_agg(frame::text, E'\\n') as lines from (
  select (date_part('epoch', at) * 1000)::bigint as ms, ${COLUMNS}`;

const READ = `${FRAMES_AS_LINES} from reading where ${IN_SPAN} order by at desc offset $4 limit $5) frame`;

/** An imported quarter-hour has no frames to be shown. */
const IN_QUARTERS =
  'installation_id = $1 and start >= $2 and start < $3 and frames > 0 and import_id is null';

const LOCATE = `select start, newer from (
  select start, frames, sum(frames) over (order by start desc) - frames as newer from quarter where ${IN_QUARTERS}) q
where newer + frames > $4 order by start desc limit 1`;

const iso = (at: Instant): string => new Date(at).toISOString();

export const createFramesRepository = (pool: Pool): FramesRepository => {
  const countWith = async (name: string, text: string, installationId: number, { from, to }: Span) => {
    const values = [installationId, iso(from), iso(to)];
    const { rows } = await pool.query<{ count: number }>({ name, text, values });
    return rows[0]?.count ?? 0;
  };

  return {
    async newestAt(installationId) {
      const { rows } = await pool.query<{ at: Date }>({
        name: 'newest-frame',
        text: 'select at from last_state where installation_id = $1',
        values: [installationId],
      });
      return rows[0] ? instant(rows[0].at.getTime()) : null;
    },
    async read(installationId, { from, to }, skip, limit) {
      const { rows } = await pool.query<{ count: number; lines: string | null }>({
        name: 'read-frames',
        text: READ,
        values: [installationId, iso(from), iso(to), skip, limit],
      });
      return { count: rows[0]?.count ?? 0, lines: rows[0]?.lines ?? '' };
    },
    count: (installationId, span) =>
      countWith(
        'count-frames',
        `select count(*) as count from reading where ${IN_SPAN}`,
        installationId,
        span,
      ),
    countByQuarters: (installationId, span) =>
      countWith(
        'count-frames-by-quarters',
        `select coalesce(sum(frames), 0)::bigint as count from quarter where ${IN_QUARTERS}`,
        installationId,
        span,
      ),
    async packedCounts(installationId, { from, to }) {
      const { rows } = await pool.query<{ day: string; frames: number }>({
        name: 'packed-counts',
        text: `select day, frames from packed_quarters
          where installation_id = $1 and day >= $2 and day < $3 order by day desc`,
        values: [installationId, iso(from).slice(0, 10), iso(to).slice(0, 10)],
      });
      return rows.map(({ day, frames }) => ({ start: instant(Date.parse(day)), frames }));
    },
    async locate(installationId, { from, to }, skip) {
      const { rows } = await pool.query<{ start: Date; newer: number }>({
        name: 'locate-frame',
        text: LOCATE,
        values: [installationId, iso(from), iso(to), skip],
      });
      return rows[0] ? { quarter: instant(rows[0].start.getTime()), newer: rows[0].newer } : null;
    },
  };
};
