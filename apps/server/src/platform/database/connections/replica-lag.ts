/** So many looks at a primary are kept while its replica does not follow. */
const MAX_LOOKS = 1_000;

interface Look {
  readonly at: number;
  /** In the write-ahead log, bytes from its begin. */
  readonly position: number;
}

/**
 * How old what a replica answers may be: since when everything is there that the primary had written at some look. Clocks of
 * other machines and the time of the last transaction say nothing of it where nothing was written for a while.
 *
 * @param now - milliseconds on a clock that only goes forward
 */
export const createReplicaLag = (now: () => number = () => performance.now()) => {
  const ahead: Look[] = [];
  let wholeAt = Number.NEGATIVE_INFINITY;
  return {
    /** The primary had written as far as this. */
    written(position: number, at: number): void {
      ahead.push({ at, position });
      if (ahead.length > MAX_LOOKS) ahead.shift();
    },
    /** The replica has applied as far as this. */
    applied(position: number): void {
      while (ahead[0] !== undefined && ahead[0].position <= position) wholeAt = ahead.shift()?.at ?? wholeAt;
    },
    /** Infinity before the first look that found it whole. */
    ms: (): number => now() - wholeAt,
  };
};
