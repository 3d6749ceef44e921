import { type Instant, instant } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';
import type { FramePart } from './frame-part.ts';
import type { Span } from './frames.repository.ts';
import { QUARTER_HOLDS } from './open-frames.repository.ts';

/**
 * What is packed of a span, closed days and passed quarter-hours in one snapshot, newest first, until there are so many
 * frames. Parts that reach beyond the span are not counted, since nobody knows how many of their frames it holds.
 */
const PARTS = `with part as (
  select begins, ends, frames, body, null as stamp from packed_frames
  where installation_id = $1 and ends > $2 and begins < $3
    and day between ($2::timestamptz at time zone 'UTC')::date and ($3::timestamptz at time zone 'UTC')::date
  union all
  select start, start + interval '15 minutes', frames, body, stamp from open_frames
  where installation_id = $1 and start > $2::timestamptz - interval '15 minutes' and start < $3
)
select begins, ends, frames, encode(body, 'base64') as body from (
  select *, sum(case when begins >= $2 and ends <= $3 then frames else 0 end)
      over (order by begins desc rows between unbounded preceding and 1 preceding) as newer from part) counted
where coalesce(newer, 0) < $4 and (stamp is null or ${QUARTER_HOLDS}) order by begins desc`;

/** Of the days whose readings are still kept: those of the others are not asked for any more. */
const OLDEST_KEPT = `(select min(coalesce(substring(relid::text from '_(\\d{8})$')::date, '-infinity'))
  from pg_partition_tree('reading') where isleaf)`;

const UNPACKED = `select installation_id, day, xmin::text as version from packed_day
where not are_frames_packed and day >= ${OLDEST_KEPT}
order by day desc, installation_id limit $1`;

/** Whoever deletes the packed day waits for whoever has this lock, and deletes what it has added. */
const HOLD = `select from packed_day where installation_id = $1 and day = $2 and xmin::text = $3 for key share`;

const ADD = `insert into packed_frames (installation_id, day, begins, ends, frames, body)
select $1, $2, part.* from unnest($3::timestamptz[], $4::timestamptz[], $5::integer[], $6::bytea[]) as part`;

const NOTE = `with packed as (
  update packed_day set are_frames_packed = true where installation_id = $1 and day = $2
) delete from open_frames where installation_id = $1 and start >= $2::date::timestamp at time zone 'UTC'
  and start < ($2::date + 1)::timestamp at time zone 'UTC'`;

/** What readings past their retention had been: of every meter some rows at a time, found by their key. */
const FORGET = `delete from packed_frames where ctid = any(array(
  select expired.ctid from installation cross join lateral (
    select ctid from packed_frames where installation_id = installation.id and day < ${OLDEST_KEPT}
    order by day limit 100) expired))`;

export interface UnpackedDay {
  readonly installation_id: number;
  /** UTC, YYYY-MM-DD. */
  readonly day: string;
  /** Of the packed day: while it is this one, no reading of the day has changed. */
  readonly version: string;
}

export interface PackedFramesRepository {
  /** Newest first: all that is packed of a span, or as much of it as has so many frames. Parts may overlap. */
  parts(installationId: number, span: Span, frames: number): Promise<readonly FramePart[]>;
  /** Packed days without their frames, the newest first. */
  unpacked(most: number): Promise<readonly UnpackedDay[]>;
  /** @returns false where the day has changed since, and nothing was kept. */
  keep(day: UnpackedDay, parts: readonly FramePart[]): Promise<boolean>;
  forgetExpired(): Promise<void>;
}

interface PartRow {
  readonly begins: Date;
  readonly ends: Date;
  readonly frames: number;
  readonly body: string;
}

const iso = (at: Instant): string => new Date(at).toISOString();
/** Late frames of the day wait while so many parts are written: some milliseconds. */
const PARTS_A_STATEMENT = 100;

export const createPackedFramesRepository = (pool: Pool): PackedFramesRepository => ({
  async parts(installationId, { from, to }, frames) {
    const { rows } = await pool.query<PartRow>({
      name: 'packed-frames',
      text: PARTS,
      values: [installationId, iso(from), iso(to), frames],
    });
    return rows.map((row) => ({
      from: instant(row.begins.getTime()),
      to: instant(row.ends.getTime()),
      frames: row.frames,
      body: Buffer.from(row.body, 'base64'),
    }));
  },
  async unpacked(most) {
    return (await pool.query<UnpackedDay>(UNPACKED, [most])).rows;
  },
  async keep({ installation_id, day, version }, parts) {
    const connection = await pool.connect();
    try {
      await connection.query('begin');
      const held = await connection.query(HOLD, [installation_id, day, version]);
      for (let first = 0; held.rowCount === 1 && first < parts.length; first += PARTS_A_STATEMENT) {
        const some = parts.slice(first, first + PARTS_A_STATEMENT);
        const columns = [some.map(({ from }) => iso(from)), some.map(({ to }) => iso(to))];
        const values = [...columns, some.map(({ frames }) => frames), some.map(({ body }) => body)];
        await connection.query(ADD, [installation_id, day, ...values]);
      }
      if (held.rowCount === 1) await connection.query(NOTE, [installation_id, day]);
      await connection.query('commit');
      return held.rowCount === 1;
    } catch (failure) {
      await connection.query('rollback').catch(() => undefined);
      throw failure;
    } finally {
      connection.release();
    }
  },
  async forgetExpired() {
    await pool.query(FORGET);
  },
});
