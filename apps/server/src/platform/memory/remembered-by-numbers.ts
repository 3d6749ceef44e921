import { createRemembered } from './remembered.ts';

interface Entry<T> {
  readonly numbers: Float64Array;
  readonly value: T;
}

/** What was made of numbers, such as spans of hundreds of installations: as a text they would take longer to look up. */
export interface RememberedByNumbers<T> {
  /** What was kept of exactly these numbers, if it was made from this; else null. */
  recall(numbers: Float64Array, madeFrom: string | number): T | null;
  /** The numbers must not be changed any more. */
  keep(numbers: Float64Array, madeFrom: string | number, value: T): void;
}

/** FNV-1a over the 32-bit halves of the numbers. */
const hashOf = (numbers: Float64Array): string => {
  const halves = new Uint32Array(numbers.buffer, numbers.byteOffset, numbers.length * 2);
  let hash = 0x811c9dc5;
  for (const half of halves) hash = Math.imul(hash ^ half, 0x01000193);
  return `${numbers.length} ${hash}`;
};

const areEqual = (some: Float64Array, others: Float64Array): boolean =>
  some.length === others.length && some.every((number, place) => number === others[place]);

/**
 * Keeps what was made in a bounded room, as `createRemembered` does; of two lists with one hash, the later.
 *
 * @param room - in bytes, also of the numbers
 * @param weigh - in bytes
 */
export const createRememberedByNumbers = <T>(
  room: number,
  weigh: (value: T) => number,
): RememberedByNumbers<T> => {
  const entries = createRemembered<Entry<T>>(room, ({ numbers, value }) => numbers.byteLength + weigh(value));
  return {
    recall(numbers, madeFrom) {
      const entry = entries.recall(hashOf(numbers), madeFrom);
      return entry !== null && areEqual(entry.numbers, numbers) ? entry.value : null;
    },
    keep(numbers, madeFrom, value) {
      entries.keep(hashOf(numbers), madeFrom, { numbers, value });
    },
  };
};
