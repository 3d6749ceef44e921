/** The state of a rate limit with a burst. */
export interface Allowance {
  /** Number of requests that may come at once after a pause. */
  readonly burst: number;
  /** Seconds in which a used burst becomes available again. */
  readonly withinSeconds: number;
  readonly left: number;
  /** Seconds until the full burst is available. */
  readonly fullInSeconds: number;
}

/** Headers of the IETF draft "RateLimit header fields for HTTP". */
export const allowanceHeaders = ({ burst, withinSeconds, left, fullInSeconds }: Allowance) => ({
  'ratelimit-policy': `"key";q=${burst};w=${withinSeconds}`,
  ratelimit: `"key";r=${left};t=${fullInSeconds}`,
});
