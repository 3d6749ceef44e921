/** Requests a minute that a key may make unless its owner, or an Admin, says otherwise. */
export const USUAL_KEY_RATE = 600;
export const MIN_KEY_RATE = 1;
export const MAX_KEY_RATE = 60_000;

const SECONDS_AT_ONCE = 10;
const MIN_BURST = 10;

/** So many requests may come at once after a silence: what ten seconds allow, and a handful where that is little. */
export function burstOf(perMinute: number): number {
  return Math.min(perMinute, Math.max(MIN_BURST, Math.ceil((perMinute * SECONDS_AT_ONCE) / 60)));
}
