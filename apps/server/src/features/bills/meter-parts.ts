import { QUARTER_MS, quarterStart } from '@nascente/domain/time/quarter';
import { type Instant, instant } from '@nascente/domain/time/zone';
import type { PlaceMeter, Utility } from './place-facts.repository.ts';

/** [from, to) */
export interface Span {
  readonly from: Instant;
  readonly to: Instant;
}

/** A meter, and when it counts. */
export interface MeterPart extends Span {
  readonly meter: PlaceMeter;
}

/** The quarter-hours that begin while a meter is there. */
const stayOf = ({ installedAt, removedAt }: PlaceMeter, within: Span): Span => {
  const from = instant(Math.max(quarterStart(installedAt), within.from));
  return { from, to: instant(Math.max(from, Math.min(removedAt ?? within.to, within.to))) };
};

/** What of a span no other one covers. */
const without = (span: Span, others: readonly Span[]): Span[] =>
  others.reduce<Span[]>(
    (left, other) =>
      left
        .flatMap(({ from, to }) => [
          { from, to: instant(Math.min(to, Math.max(from, other.from))) },
          { from: instant(Math.max(from, Math.min(to, other.to))), to },
        ])
        .filter(({ from, to }) => from < to),
    [span],
  );

/**
 * What measured a place: its general meters while there is one, all meters of the utility while there is none. Of a
 * meter that went elsewhere, what it measured here stays here.
 */
export const partsOf = (meters: readonly PlaceMeter[], type: Utility, within: Span): readonly MeterPart[] => {
  const its = meters.filter((meter) => meter.type === type);
  const generals = its
    .filter(({ isGeneral }) => isGeneral)
    .map((meter) => ({ meter, ...stayOf(meter, within) }))
    .filter(({ from, to }) => from < to);
  const others = its
    .filter(({ isGeneral }) => !isGeneral)
    .flatMap((meter) => without(stayOf(meter, within), generals).map((span) => ({ meter, ...span })))
    .filter(({ from, to }) => from < to);
  return [...generals, ...others];
};

/** The meters of parts, each once. */
export const metersOf = (parts: readonly MeterPart[]): readonly PlaceMeter[] => [
  ...new Set(parts.map(({ meter }) => meter)),
];

/** Until when something may have been measured: the quarter-hour that is under way is counted. */
export const measuredUntil = (end: Instant, now: Instant): Instant =>
  instant(Math.min(end, quarterStart(now) + QUARTER_MS));
