import type { Instant } from '@nascente/domain/time/zone';
import type { Pool } from 'pg';
import type { FramePart } from './frame-part.ts';
import type { Span } from './frames.repository.ts';
import { type PartRow, partsWithin, toPart } from './packed-parts.ts';

const PARTS = partsWithin('$2::timestamptz', '$3::timestamptz', '$4');

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
    return rows.map(toPart);
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
