import { QUARTER_MS } from '../../base/time/quarter.ts';
import { HOUR_MS, MINUTE_MS } from '../../base/time/zone.ts';

/**
 * When a meter counts as silent, the same on every screen: after three of its own intervals, so that one lost message
 * is no news; never before two minutes, in which a router that restarts is back; never later than an hour.
 */
export const SILENCE = {
  intervals: 3,
  leastMs: 2 * MINUTE_MS,
  mostMs: HOUR_MS,
} as const;

/**
 * After how long without a message a meter counts as silent.
 *
 * @param framesPerQuarter - frames of a whole quarter-hour, 0 where it is not known: then the shortest time counts
 * @returns ms, from 2 minutes to an hour
 */
export function silentAfter(framesPerQuarter: number): number {
  const interval = framesPerQuarter > 0 ? QUARTER_MS / framesPerQuarter : 0;
  return Math.min(Math.max(SILENCE.intervals * interval, SILENCE.leastMs), SILENCE.mostMs);
}

/** Nobody is called for what a router that restarts, or a short power cut, takes to come back. */
const CALLED_FOR_AFTER_MS = 15 * MINUTE_MS;

/**
 * After how long without a message somebody is told of it by itself, by an alert or on Home: later than lists show it.
 *
 * @param silentAfterMs - what `silentAfter` says of the meter
 * @returns ms, from 15 minutes to an hour
 */
export function toldSilentAfter(silentAfterMs: number): number {
  return Math.max(silentAfterMs, CALLED_FOR_AFTER_MS);
}

/**
 * How far apart frames are at most where none is missing. A stretch without frames is usual where it is no longer than three of
 * those right before or after it: a board that sends every five minutes has not been silent, one of five seconds has.
 *
 * @param at - instants of frames, ms, ascending
 * @returns ms, 0 where no stretch is usual, at most an hour
 */
export function usualSpacing(at: Float64Array): number {
  const spacingBefore = (index: number): number => (at[index] ?? Number.NaN) - (at[index - 1] ?? Number.NaN);
  let longest = 0;
  for (let index = 1; index < at.length; index++) {
    const spacing = spacingBefore(index);
    const around = Math.max(spacingBefore(index - 1) || 0, spacingBefore(index + 1) || 0);
    const isUsual = spacing <= SILENCE.intervals * around && spacing <= SILENCE.mostMs;
    if (isUsual) longest = Math.max(longest, spacing);
  }
  return longest;
}
