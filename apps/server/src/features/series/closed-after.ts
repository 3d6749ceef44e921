import { DAY_MS, HOUR_MS, type Instant, instant } from '@nascente/domain/time/zone';

/** Later than live frames can reach back, with room for an outage; late ones undo what they touch. */
const CLOSED_AFTER_MS = 6 * HOUR_MS;

/** The UTC day of an instant. */
export const utcDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The first UTC day that is that nobody closes yet: what was measured since is in the quarters. */
export const openSince = (now: Instant): Instant =>
  instant(Math.floor((now - CLOSED_AFTER_MS) / DAY_MS) * DAY_MS);
