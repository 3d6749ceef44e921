import { type Instant, instant } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';
import { COUNTED } from './counted-readings.ts';
import type { FrameLines } from './frame-lines.ts';

/** From an instant to before another. */
export interface Span {
  readonly from: Instant;
  readonly to: Instant;
}

export interface FramesRepository {
  newestAt(installationId: number): Promise<Instant | null>;
  /** Newest first. */
  read(installationId: number, span: Span, skip: number, limit: number): Promise<FrameLines>;
  /** By reading them: for a few minutes, not for days. */
  count(installationId: number, span: Span): Promise<number>;
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

const iso = (at: Instant): string => new Date(at).toISOString();

export const createFramesRepository = (pool: Pool): FramesRepository => {
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
    async count(installationId, { from, to }) {
      const { rows } = await pool.query<{ count: number }>({
        name: 'count-frames',
        text: `select count(*) as count from reading where ${IN_SPAN}`,
        values: [installationId, iso(from), iso(to)],
      });
      return rows[0]?.count ?? 0;
    },
  };
};
