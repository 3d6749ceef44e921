import { DEFAULT_ZONE, type Instant } from '@nascente/domain/base/time/zone';
import type { Mac } from '@nascente/domain/sites/boards/mac';
import type { RefusalReason } from '@nascente/domain/telemetry/frames/refusal';
import type { Pool } from 'pg';
import type { RefusalCounts } from './refusal-counts.ts';

export interface RefusedFrame {
  readonly reason: RefusalReason;
  readonly mac: Mac | null;
  readonly topic: string;
  /** The payload for inspection; `null`: it is only counted. */
  readonly payload: Buffer | null;
}

const NEWEST_STORED = 10_000;

/**
 * One statement counts and stores rejections, so that both are committed together. Totals are by UTC day, those of a board by
 * local day. Only boards of the inventory are counted singly, so that invented MACs do not fill the table.
 */
const APPEND = `with counted as (
  insert into refused_count (day, reason, frames)
  select (to_timestamp($1::float8 / 1000) at time zone 'UTC')::date, reason, frames
  from unnest($2::text[], $3::bigint[]) as refused (reason, frames) order by reason
  on conflict (day, reason) do update set frames = refused_count.frames + excluded.frames
), of_boards as (
  insert into refused_of_board (mac, day, reason, frames)
  select mac, (to_timestamp($1::float8 / 1000) at time zone $11)::date, reason, frames
  from unnest($8::text[], $9::text[], $10::bigint[]) as refused (mac, reason, frames) join board using (mac)
  order by mac, reason
  on conflict (mac, day, reason) do update set frames = refused_of_board.frames + excluded.frames
)
insert into refused_frame (received_at, reason, mac, topic, payload)
select to_timestamp($1::float8 / 1000), reason, mac, topic, payload
from unnest($4::text[], $5::text[], $6::text[], $7::bytea[]) as refused (reason, mac, topic, payload)`;

const BOARD_DAYS_STORED = 30;

const TRIM_BOARDS = `delete from refused_of_board where day < (to_timestamp($3::float8 / 1000) at time zone $2)::date - $1::int`;

const TRIM = `delete from refused_frame where id <= (select max(id) from refused_frame) - $1::bigint`;

export type RefusalsRepository = ReturnType<typeof createRefusalsRepository>;

export const createRefusalsRepository = (pool: Pool) => ({
  async append(counts: RefusalCounts, stored: readonly RefusedFrame[], at: Instant): Promise<void> {
    const ofBoards = counts.ofBoards();
    await pool.query({
      name: 'append-refusals',
      text: APPEND,
      values: [
        at,
        [...counts.byReason.keys()],
        [...counts.byReason.values()],
        stored.map(({ reason }) => reason),
        stored.map(({ mac }) => mac),
        stored.map(({ topic }) => topic),
        stored.map(({ payload }) => payload),
        ofBoards.map(({ mac }) => mac),
        ofBoards.map(({ reason }) => reason),
        ofBoards.map(({ frames }) => frames),
        DEFAULT_ZONE,
      ],
    });
  },
  /** Deletes all but the newest 10,000 frames, and counts of boards older than thirty days. */
  async trim(now: Instant): Promise<void> {
    await pool.query(TRIM, [NEWEST_STORED]);
    await pool.query(TRIM_BOARDS, [BOARD_DAYS_STORED, DEFAULT_ZONE, now]);
  },
});
