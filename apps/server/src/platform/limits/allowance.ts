/** A steady rate with a burst, and its remainder. */
export interface Allowance {
  /** So many may come at once after a silence. */
  readonly burst: number;
  /** In so many seconds all of them come back. */
  readonly withinSeconds: number;
  readonly left: number;
  /** Until all of them are back. */
  readonly fullInSeconds: number;
}

/** Headers of the IETF draft "RateLimit header fields for HTTP". */
export const allowanceHeaders = ({ burst, withinSeconds, left, fullInSeconds }: Allowance) => ({
  'ratelimit-policy': `"key";q=${burst};w=${withinSeconds}`,
  ratelimit: `"key";r=${left};t=${fullInSeconds}`,
});
