const FIRST_PAUSE_MS = 30_000;
const MAX_PAUSE_MS = 15 * 60_000;

/**
 * How many wrong attempts a throttle lets through at most: those that make nobody wait, and one after each pause, of
 * which each is twice as long as the one before.
 */
export const maxLetThrough = (allowed: number, withinMs: number): number => {
  let [attempts, pausedMs, pause] = [allowed, FIRST_PAUSE_MS, FIRST_PAUSE_MS];
  for (; pausedMs <= withinMs; pausedMs += pause) {
    attempts += 1;
    pause = Math.min(pause * 2, MAX_PAUSE_MS);
  }
  return attempts;
};
