import type { Instant } from '@nascente/domain/time/zone';
import { openSince } from './closed-after.ts';
import { cutAtOpen, type QuarterSpan } from './quarter-days.repository.ts';

/** Spans up to where days are closed, and from there on, as far as there is anything of them. */
export interface SpansCut {
  readonly openSince: Instant;
  readonly begun: readonly QuarterSpan[];
  readonly recent: readonly QuarterSpan[];
}

const cuts = new WeakMap<readonly QuarterSpan[], SpansCut>();

const lasting = (spans: readonly QuarterSpan[]): readonly QuarterSpan[] =>
  spans.filter(({ from, to }) => from < to);

/** The same object while the same list is cut and no other day is open. */
export const cutOnce = (spans: readonly QuarterSpan[], now: Instant): SpansCut => {
  const known = cuts.get(spans);
  const since = openSince(now);
  if (known?.openSince === since) return known;
  const { closed, open } = cutAtOpen(spans, now);
  const cut = { openSince: since, begun: lasting(closed), recent: lasting(open) };
  cuts.set(spans, cut);
  return cut;
};
