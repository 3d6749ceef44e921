import { instant } from '@nascente/domain/time/zone';
import type { FramePart } from './frame-part.ts';
import { QUARTER_HOLDS } from './open-frames.repository.ts';

/**
 * What is packed of installation $1 between two instants, closed days and passed quarter-hours in one snapshot, newest
 * first, until there are so many frames. Parts that reach beyond the span are not counted, since nobody knows how many
 * of their frames it holds.
 *
 * @param frames - SQL of a number; the instants are SQL too
 */
export const partsWithin = (
  from: string,
  to: string,
  frames: string,
): string => `select begins, ends, frames, encode(body, 'base64') as body from (
  select *, sum(case when begins >= ${from} and ends <= ${to} then frames else 0 end)
      over (order by begins desc rows between unbounded preceding and 1 preceding) as newer
  from (
    select begins, ends, frames, body, null as stamp from packed_frames
    where installation_id = $1 and ends > ${from} and begins < ${to}
      and day between (${from} at time zone 'UTC')::date and (${to} at time zone 'UTC')::date
    union all
    select start, start + interval '15 minutes', frames, body, stamp from open_frames
    where installation_id = $1 and start > ${from} - interval '15 minutes' and start < ${to}) part) counted
where coalesce(newer, 0) < ${frames} and (stamp is null or ${QUARTER_HOLDS}) order by begins desc`;

export interface PartRow {
  readonly begins: Date;
  readonly ends: Date;
  readonly frames: number;
  readonly body: string;
}

export const toPart = ({ begins, ends, frames, body }: PartRow): FramePart => ({
  from: instant(begins.getTime()),
  to: instant(ends.getTime()),
  frames,
  body: Buffer.from(body, 'base64'),
});
