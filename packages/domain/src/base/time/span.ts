import { type Instant, instant } from './zone.ts';

/** An interval: `from` is included, `to` is not. */
export interface TimeSpan {
  readonly from: Instant;
  readonly to: Instant;
}

/** Whether an interval has a duration. */
export function isSome({ from, to }: TimeSpan): boolean {
  return from < to;
}

/**
 * The parts of a span that `covered` leaves uncovered, in order. @param covered - ascending; they may overlap and exceed the span
 */
export function openParts<S extends TimeSpan>(span: S, covered: Iterable<TimeSpan>): S[] {
  const parts: S[] = [];
  let open = span.from;
  for (const { from, to } of covered) {
    const begins = instant(Math.min(from, span.to));
    if (begins > open) parts.push({ ...span, from: open, to: begins });
    open = instant(Math.max(open, to));
  }
  if (open < span.to) parts.push({ ...span, from: open });
  return parts;
}
