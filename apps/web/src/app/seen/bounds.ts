const DAY_MS = 24 * 60 * 60_000;

/** Older than that a figure no longer helps, and its account may have lost the meter long since. */
const OLDEST_MS = 31 * DAY_MS;
/** Home and a dozen meters; a meter with its month and its analyses takes some 150 kB. */
const MAX_BYTES = 4_000_000;

interface Kept {
  readonly seenAt: number;
  readonly bytes: number;
}

/** What is too old, and what is seen longest ago of more than the device should hold. */
export const overTheBounds = <K extends Kept>(kept: readonly K[], now: number): readonly K[] => {
  const newestFirst = [...kept].sort((a, b) => b.seenAt - a.seenAt);
  let bytes = 0;
  return newestFirst.filter((one) => {
    bytes += one.bytes;
    return bytes > MAX_BYTES || now - one.seenAt > OLDEST_MS;
  });
};
