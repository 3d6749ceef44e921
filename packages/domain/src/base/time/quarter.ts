import type { Instant } from './zone.ts';

/** A quarter of an hour, the smallest slot of a total. */
export const QUARTER_MS = 900_000;

/**
 * The start of the UTC quarter-hour that contains an instant. Every offset in use is a multiple of 15 minutes, so local
 * quarter-hours begin at the same instants.
 */
export function quarterStart(at: Instant): Instant {
  return (Math.floor(at / QUARTER_MS) * QUARTER_MS) as Instant;
}

/** The first instant after the quarter-hour that contains `at`. */
export function quarterEnd(at: Instant): Instant {
  return (quarterStart(at) + QUARTER_MS) as Instant;
}

/** How many quarter-hours begin in [from, to). */
export function quartersBetween(from: number, to: number): number {
  return Math.max(0, Math.ceil(to / QUARTER_MS) - Math.ceil(from / QUARTER_MS));
}
