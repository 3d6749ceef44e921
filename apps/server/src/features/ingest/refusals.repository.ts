import type { RefusalReason } from '@nascente/domain/metering/refusal';
import type { Instant } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';
import type { RefusedFrame } from './refused-frame.ts';

const NEWEST_KEPT = 10_000;

/** One statement, so one transaction: counted and kept together. Days are of UTC. */
const APPEND = `with counted as (
  insert into refused_count (day, reason, frames)
  select (to_timestamp($1::float8 / 1000) at time zone 'UTC')::date, reason, frames
  from unnest($2::text[], $3::bigint[]) as given (reason, frames) order by reason
  on conflict (day, reason) do update set frames = refused_count.frames + excluded.frames
)
insert into refused_frame (received_at, reason, mac, topic, payload)
select to_timestamp($1::float8 / 1000), reason, mac, topic, payload
from unnest($4::text[], $5::text[], $6::text[], $7::bytea[]) as given (reason, mac, topic, payload)`;

const TRIM = `delete from refused_frame where id <= (select max(id) from refused_frame) - $1::bigint`;

export interface RefusalsRepository {
  append(
    counts: ReadonlyMap<RefusalReason, number>,
    kept: readonly RefusedFrame[],
    at: Instant,
  ): Promise<void>;
  /** Keeps the newest. */
  trim(): Promise<void>;
}

export const createRefusalsRepository = (pool: Pool): RefusalsRepository => ({
  async append(counts, kept, at) {
    await pool.query({
      name: 'append-refusals',
      text: APPEND,
      values: [
        at,
        [...counts.keys()],
        [...counts.values()],
        kept.map(({ reason }) => reason),
        kept.map(({ mac }) => mac),
        kept.map(({ topic }) => topic),
        kept.map(({ payload }) => payload),
      ],
    });
  },
  async trim() {
    await pool.query(TRIM, [NEWEST_KEPT]);
  },
});
