import { MINUTE_MS } from '@nascente/domain/base/time/zone';

/**
 * Clocks of several processes may differ by so much. A stored instant further ahead than it can be by a right clock was
 * written by a wrong one: it holds nobody up.
 */
export const CLOCK_SKEW_MS = MINUTE_MS;
