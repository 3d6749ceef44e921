import { MINUTE_MS } from '@nascente/domain/base/time/zone';

/**
 * The greatest difference between clocks of processes. A stored instant further ahead was written by a wrong clock and blocks
 * nothing.
 */
export const CLOCK_SKEW_MS = MINUTE_MS;
