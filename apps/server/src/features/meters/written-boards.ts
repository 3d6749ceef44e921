import type { Instant } from '@nascente/domain/time/zone';
import { toBoard } from './board-answer.ts';
import type { ListedMeter, MeterState } from './meter.ts';
import { isOnline } from './online.ts';

/** A meter as JSON, but for how it is doing just now. */
interface WrittenMeter {
  readonly before: string;
  readonly after: string;
}

/** Of a meter that was never heard; within a text of it the quotes would be escaped. */
const CHANGING = 'false,"lastSeen":null';
const ONLINE = ',"online":';

const written = new WeakMap<ListedMeter, WrittenMeter>();

const writtenOf = (meter: ListedMeter, now: Instant): WrittenMeter => {
  const known = written.get(meter);
  if (known !== undefined) return known;
  const json = JSON.stringify(toBoard(meter, undefined, now));
  const end = json.indexOf(ONLINE) + ONLINE.length;
  const made = { before: json.slice(0, end), after: json.slice(end + CHANGING.length) };
  written.set(meter, made);
  return made;
};

const changing = (state: MeterState | undefined, now: Instant): string =>
  state === undefined
    ? CHANGING
    : `${isOnline(state, now)},"lastSeen":"${new Date(state.lastSeenAt).toISOString()}"`;

/** The JSON of a list of boards. What a meter was written as is written again only when it is another object. */
export const writeBoards = (
  meters: readonly (readonly [ListedMeter, MeterState | undefined])[],
  now: Instant,
): string => {
  let json = '';
  for (const [meter, state] of meters) {
    const { before, after } = writtenOf(meter, now);
    json += `${json === '' ? '' : ','}${before}${changing(state, now)}${after}`;
  }
  return `[${json}]`;
};
