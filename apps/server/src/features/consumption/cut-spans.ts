import type { Instant } from '@nascente/domain/time/zone';
import { openSince } from '../series/index.ts';
import { cutAtOpen, type QuarterSpan } from './quarter-days.repository.ts';

/** Spans up to where days are closed, and from there on, as far as there is anything of them. */
interface SpansCut<S extends QuarterSpan = QuarterSpan> {
  readonly openSince: Instant;
  readonly begun: readonly S[];
  readonly recent: readonly S[];
}

export const cutSpans = <S extends QuarterSpan>(spans: readonly S[], now: Instant): SpansCut<S> => {
  const { closed, open } = cutAtOpen(spans, now);
  const lasting = (its: readonly S[]): readonly S[] => its.filter(({ from, to }) => from < to);
  return { openSince: openSince(now), begun: lasting(closed), recent: lasting(open) };
};
