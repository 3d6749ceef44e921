import { QUARTER_MS } from '../../base/time/quarter.ts';
import { HOUR_MS, MINUTE_MS } from '../../base/time/zone.ts';

/**
 * A meter is silent after three of its usual intervals: at least two minutes, in which a router may restart, and at most an hour.
 */
export const SILENCE = {
  intervals: 3,
  minMs: 2 * MINUTE_MS,
  maxMs: HOUR_MS,
} as const;

/**
 * Time without frames after which a meter is silent, ms. @param framesPerQuarter - usual frames of a quarter-hour; 0: unknown,
 * the minimum applies
 */
export function silentAfter(framesPerQuarter: number): number {
  const interval = framesPerQuarter > 0 ? QUARTER_MS / framesPerQuarter : 0;
  return Math.min(Math.max(SILENCE.intervals * interval, SILENCE.minMs), SILENCE.maxMs);
}

/** A restart of a router or a short power cut is not reported. */
const CALLED_FOR_AFTER_MS = 15 * MINUTE_MS;

/**
 * Time without frames after which alerts and Home report silence, ms: 15 minutes to an hour. @param silentAfterMs - see
 * `silentAfter`
 */
export function notifiedSilentAfter(silentAfterMs: number): number {
  return Math.max(silentAfterMs, CALLED_FOR_AFTER_MS);
}

/**
 * The longest usual distance of frames; a distance is usual if it is at most three times the longer neighbouring one. @param at -
 * ms, ascending @returns ms, at most an hour; 0 if there is no usual distance
 */
export function usualSpacing(at: Float64Array): number {
  const spacingBefore = (index: number): number => (at[index] ?? Number.NaN) - (at[index - 1] ?? Number.NaN);
  let maxLength = 0;
  for (let index = 1; index < at.length; index++) {
    const spacing = spacingBefore(index);
    const around = Math.max(spacingBefore(index - 1) || 0, spacingBefore(index + 1) || 0);
    const isUsual = spacing <= SILENCE.intervals * around && spacing <= SILENCE.maxMs;
    if (isUsual) maxLength = Math.max(maxLength, spacing);
  }
  return maxLength;
}
