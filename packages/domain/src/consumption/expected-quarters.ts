import { QUARTER_MS } from '../time/quarter.ts';
import type { TimeSpan } from './meter-parts.ts';

/**
 * Whole quarter-hours between two instants (epoch ms): each of them should have data. Of several meters, those of all
 * of them, each while it was there.
 */
export function expectedBetween(from: number, to: number, stays?: readonly TimeSpan[]): number {
  if (stays === undefined) return wholeQuarters(from, to);
  let expected = 0;
  for (const stay of stays) expected += wholeQuarters(Math.max(from, stay.from), Math.min(to, stay.to));
  return expected;
}

function wholeQuarters(from: number, to: number): number {
  return Math.max(0, Math.floor(to / QUARTER_MS) - Math.ceil(from / QUARTER_MS));
}
