import type { Instant } from '@nascente/domain/time/zone';
import { toBoard } from './board-answer.ts';
import type { ListedMeter, MeterState } from './meter.ts';
import { isOnline } from './online.ts';

/** A meter as JSON, but for how it is doing just now. */
interface WrittenMeter {
  readonly before: Buffer;
  readonly after: Buffer;
}

/** A list as JSON, in which how each is doing takes as much room whatever it is: JSON lets spaces stand between values. */
interface WrittenList {
  readonly json: Buffer;
  /** Where of each is written how it is doing, and what was written there last. */
  readonly at: readonly number[];
  readonly told: (Told | undefined)[];
}

interface Told {
  readonly lastSeenAt: Instant | undefined;
  readonly isOnline: boolean;
}

/** Of a meter that was never heard; within a text of it the quotes would be escaped. */
const CHANGING = 'false,"lastSeen":null';
const ONLINE = ',"online":';
/** An instant is written in 24 characters, which are a byte each. */
const LONGEST_CHANGING = `false,"lastSeen":"${new Date(0).toISOString()}"`.length;

const writtenMeters = new WeakMap<ListedMeter, WrittenMeter>();
const writtenLists = new WeakMap<readonly ListedMeter[], WrittenList>();

const writeMeter = (meter: ListedMeter, now: Instant): WrittenMeter => {
  const known = writtenMeters.get(meter);
  if (known !== undefined) return known;
  const json = JSON.stringify(toBoard(meter, undefined, now));
  const end = json.indexOf(ONLINE) + ONLINE.length;
  const made = {
    before: Buffer.from(json.slice(0, end)),
    after: Buffer.from(json.slice(end + CHANGING.length)),
  };
  writtenMeters.set(meter, made);
  return made;
};

const writeList = (meters: readonly ListedMeter[], now: Instant): WrittenList => {
  const known = writtenLists.get(meters);
  if (known !== undefined) return known;
  const [comma, room] = [Buffer.from(','), Buffer.alloc(LONGEST_CHANGING, ' ')];
  const at: number[] = [];
  let end = 0;
  const parts = meters.flatMap((meter, place) => {
    const { before, after } = writeMeter(meter, now);
    const between = place === 0 ? [] : [comma];
    at.push(end + between.length + before.length);
    end += between.length + before.length + room.length + after.length;
    return [...between, before, room, after];
  });
  const made = { json: Buffer.concat(parts), at, told: meters.map(() => undefined) };
  writtenLists.set(meters, made);
  return made;
};

const textOf = ({ lastSeenAt, isOnline: isOn }: Told): string =>
  lastSeenAt === undefined ? CHANGING : `${isOn},"lastSeen":"${new Date(lastSeenAt).toISOString()}"`;

/** What has not changed since it was written last is not written again. */
const tell = ({ json, at, told }: WrittenList, place: number, now: Told): void => {
  const before = told[place];
  if (before?.lastSeenAt === now.lastSeenAt && before?.isOnline === now.isOnline) return;
  json.write(textOf(now).padEnd(LONGEST_CHANGING), at[place] as number, 'latin1');
  told[place] = now;
};

/**
 * The JSON of a list of boards between two others. A list is written once while it is the same object; what a meter was
 * written as, once while the meter is.
 */
export const writeBoards = (
  meters: readonly ListedMeter[],
  states: readonly (MeterState | undefined)[],
  now: Instant,
  [opening, closing]: readonly [string, string],
): Buffer => {
  const list = writeList(meters, now);
  for (const place of meters.keys()) {
    const state = states[place];
    tell(list, place, { lastSeenAt: state?.lastSeenAt, isOnline: isOnline(state, now) });
  }
  // A copy: the next one who asks writes into the list while this answer is still on its way.
  return Buffer.concat([Buffer.from(opening), list.json, Buffer.from(closing)]);
};
