/** Writes whole numbers one after the other, small ones in few bytes. */
export interface NumberWriter {
  /** A whole number ≥ 0, below 2^53: seven bits a byte, the lowest first. */
  natural(number: number): void;
  /** A whole number of either sign: of two that are as far from zero the positive one comes first. */
  whole(number: number): void;
  bytes(bytes: Uint8Array): void;
  /** What was written. */
  written(): Buffer;
}

const SEVEN_BITS = 0x80;
const LOW_BITS = 0x7f;

export const createNumberWriter = (room = 1024): NumberWriter => {
  let target = Buffer.allocUnsafe(room);
  let at = 0;
  const makeRoom = (bytes: number): void => {
    if (at + bytes <= target.length) return;
    const larger = Buffer.allocUnsafe(Math.max(target.length * 2, at + bytes));
    target.copy(larger, 0, 0, at);
    target = larger;
  };
  const natural = (number: number): void => {
    makeRoom(8);
    let rest = number;
    while (rest >= SEVEN_BITS) {
      target[at++] = (rest % SEVEN_BITS) + SEVEN_BITS;
      rest = Math.floor(rest / SEVEN_BITS);
    }
    target[at++] = rest;
  };
  return {
    natural,
    whole: (number) => natural(number < 0 ? -2 * number - 1 : 2 * number),
    bytes(bytes) {
      makeRoom(bytes.length);
      target.set(bytes, at);
      at += bytes.length;
    },
    written: () => target.subarray(0, at),
  };
};

/** Reads in the same order what a {@link NumberWriter} wrote. */
export interface NumberReader {
  natural(): number;
  whole(): number;
  bytes(length: number): Buffer;
  skip(length: number): void;
  /** Fills an array with running totals of whole numbers, each divided by a divisor. */
  runningTotals(into: Float64Array, divisor: number): void;
}

export const createNumberReader = (source: Buffer): NumberReader => {
  let at = 0;
  const natural = (): number => {
    let byte = source[at++] as number;
    if (byte < SEVEN_BITS) return byte;
    let number = byte & LOW_BITS;
    for (let factor = SEVEN_BITS; byte >= SEVEN_BITS; factor *= SEVEN_BITS) {
      byte = source[at++] as number;
      number += (byte & LOW_BITS) * factor;
    }
    return number;
  };
  const whole = (): number => {
    const number = natural();
    return number % 2 === 0 ? number / 2 : -(number + 1) / 2;
  };
  return {
    natural,
    whole,
    bytes(length) {
      at += length;
      return source.subarray(at - length, at);
    },
    skip(length) {
      at += length;
    },
    runningTotals(into, divisor) {
      let total = 0;
      let position = at;
      // A day has a quarter of a million of them, nearly all of one byte or two: those are read without a call.
      for (let index = 0; index < into.length; index++) {
        const first = source[position] as number;
        const second = source[position + 1] as number;
        if (first < SEVEN_BITS) {
          total += (first >>> 1) ^ -(first & 1);
          position += 1;
        } else if (second < SEVEN_BITS) {
          const number = (first & LOW_BITS) | (second << 7);
          total += (number >>> 1) ^ -(number & 1);
          position += 2;
        } else {
          at = position;
          total += whole();
          position = at;
        }
        into[index] = total / divisor;
      }
      at = position;
    },
  };
};
