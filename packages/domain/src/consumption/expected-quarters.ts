import { QUARTER_MS } from '../time/quarter.ts';
import type { TimeSpan } from './meter-parts.ts';

/** When as many meters were there, [from, to). */
export interface MeterStay extends TimeSpan {
  /** How many; one unless it says otherwise. */
  readonly meters?: number;
}

/** The same stays, those that are alike as one: of hundreds of meters most were there from beginning to end. */
export function stayTogether(stays: readonly TimeSpan[]): readonly Required<MeterStay>[] {
  const alike = Map.groupBy(stays, ({ from, to }) => `${from} ${to}`);
  return [...alike.values()].map((spans) => {
    const { from, to } = spans[0] as TimeSpan;
    return { from, to, meters: spans.length };
  });
}

/**
 * Whole quarter-hours between two instants (epoch ms): each of them should have data. Of several meters, those of all
 * of them, each while it was there.
 */
export function expectedBetween(from: number, to: number, stays?: readonly MeterStay[]): number {
  if (stays === undefined) return wholeQuarters(from, to);
  let expected = 0;
  for (const { meters = 1, ...stay } of stays)
    expected += meters * wholeQuarters(Math.max(from, stay.from), Math.min(to, stay.to));
  return expected;
}

function wholeQuarters(from: number, to: number): number {
  return Math.max(0, Math.floor(to / QUARTER_MS) - Math.ceil(from / QUARTER_MS));
}
