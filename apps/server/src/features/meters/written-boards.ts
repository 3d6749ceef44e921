import type { Instant } from '@nascente/domain/time/zone';
import { toBoard } from './board-answer.ts';
import type { ListedMeter, MeterState } from './meter.ts';
import { isOnline } from './online.ts';

/** A meter as JSON, but for how it is doing just now. */
interface WrittenMeter {
  readonly before: Buffer;
  readonly after: Buffer;
}

/** Of a meter that was never heard; within a text of it the quotes would be escaped. */
const CHANGING = 'false,"lastSeen":null';
const ONLINE = ',"online":';
/** An instant is written in 24 characters, which are a byte each. */
const LONGEST_CHANGING = `false,"lastSeen":"${new Date(0).toISOString()}"`.length;

const written = new WeakMap<ListedMeter, WrittenMeter>();

const writtenOf = (meter: ListedMeter, now: Instant): WrittenMeter => {
  const known = written.get(meter);
  if (known !== undefined) return known;
  const json = JSON.stringify(toBoard(meter, undefined, now));
  const end = json.indexOf(ONLINE) + ONLINE.length;
  const made = {
    before: Buffer.from(`,${json.slice(0, end)}`),
    after: Buffer.from(json.slice(end + CHANGING.length)),
  };
  written.set(meter, made);
  return made;
};

const changing = (state: MeterState | undefined, now: Instant): string =>
  state === undefined
    ? CHANGING
    : `${isOnline(state, now)},"lastSeen":"${new Date(state.lastSeenAt).toISOString()}"`;

/**
 * The JSON of a list of boards between two others. What a meter was written as is written again only when it is another
 * object.
 */
export const writeBoards = (
  meters: readonly (readonly [ListedMeter, MeterState | undefined])[],
  now: Instant,
  [opening, closing]: readonly [string, string],
): Buffer => {
  const parts = meters.map(([meter]) => writtenOf(meter, now));
  const most = parts.reduce(
    (sum, { before, after }) => sum + before.length + LONGEST_CHANGING + after.length,
    0,
  );
  const json = Buffer.allocUnsafe(Buffer.byteLength(opening + closing) + most);
  let end = json.write(opening);
  for (const [index, { before, after }] of parts.entries()) {
    // Each begins with a comma, but for the first.
    end += before.copy(json, end, index === 0 ? 1 : 0);
    end += json.write(changing(meters[index]?.[1], now), end, 'latin1');
    end += after.copy(json, end);
  }
  end += json.write(closing, end);
  return json.subarray(0, end);
};
