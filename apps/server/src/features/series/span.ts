import { type Instant, instant } from '@nascente/domain/time/zone';

/** From an instant to before another. */
export interface Span {
  readonly from: Instant;
  readonly to: Instant;
}

/**
 * What others leave open of a span, in order.
 *
 * @param covered - by their beginnings; they may overlap, and reach beyond the span
 */
export const openParts = <S extends Span>(span: S, covered: Iterable<Span>): S[] => {
  const parts: S[] = [];
  let open = span.from;
  for (const { from, to } of covered) {
    const begins = instant(Math.min(from, span.to));
    if (begins > open) parts.push({ ...span, from: open, to: begins });
    open = instant(Math.max(open, to));
  }
  if (open < span.to) parts.push({ ...span, from: open });
  return parts;
};
