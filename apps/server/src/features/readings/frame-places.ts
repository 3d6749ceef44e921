import { DAY_MS, instant } from '@nascente/domain/time/zone';
import type { FramesRepository, PackedCount, Place, Span } from './frames.repository.ts';

/** A span of whole quarter-hours, cut where its packed days begin and end. */
interface Cut {
  /** Newer than the packed days, and older. */
  readonly newer: Span;
  readonly older: Span;
  /** Newest first, one a day without a gap. */
  readonly days: readonly PackedCount[];
}

export interface FramePlaces {
  /** How many frames a span of whole quarter-hours has. */
  count(installationId: number, span: Span): Promise<number>;
  /** The quarter-hour in which the frame lies that so many newer ones precede; null when there are no more than that. */
  locate(installationId: number, span: Span, skip: number): Promise<Place | null>;
}

const isEmpty = ({ from, to }: Span): boolean => to <= from;

/** A day that a late frame has unpacked leaves a gap: then days say nothing of the whole. */
const cutAtDays = (span: Span, days: readonly PackedCount[]): Cut => {
  const [newest, oldest] = [days[0], days.at(-1)];
  const isWhole =
    newest !== undefined &&
    oldest !== undefined &&
    (newest.start - oldest.start) / DAY_MS + 1 === days.length;
  if (!isWhole) return { newer: span, older: { from: span.from, to: span.from }, days: [] };
  return {
    newer: { from: instant(newest.start + DAY_MS), to: span.to },
    older: { from: span.from, to: oldest.start },
    days,
  };
};

/**
 * Counts frames without reading them: packed days know how many they hold, the rest is added up from quarter-hours.
 * A month has some thirty days and 2,976 quarter-hours.
 */
export const createFramePlaces = (frames: FramesRepository): FramePlaces => {
  const cut = async (installationId: number, span: Span): Promise<Cut> => {
    const first = instant(Math.ceil(span.from / DAY_MS) * DAY_MS);
    const last = instant(Math.floor(span.to / DAY_MS) * DAY_MS);
    if (last <= first) return cutAtDays(span, []);
    return cutAtDays(span, await frames.packedCounts(installationId, { from: first, to: last }));
  };
  const countQuarters = (installationId: number, span: Span): Promise<number> =>
    isEmpty(span) ? Promise.resolve(0) : frames.countByQuarters(installationId, span);

  const locateIn = async (
    installationId: number,
    span: Span,
    skip: number,
    newer: number,
  ): Promise<Place | null> => {
    const place = await frames.locate(installationId, span, skip - newer);
    return place === null ? null : { quarter: place.quarter, newer: newer + place.newer };
  };

  return {
    async count(installationId, span) {
      const { newer, older, days } = await cut(installationId, span);
      const [before, after] = await Promise.all(
        [older, newer].map((part) => countQuarters(installationId, part)),
      );
      return days.reduce((sum, day) => sum + day.frames, (before ?? 0) + (after ?? 0));
    },
    async locate(installationId, span, skip) {
      const { newer, older, days } = await cut(installationId, span);
      if (days.length === 0) return locateIn(installationId, span, skip, 0);
      let passed = await countQuarters(installationId, newer);
      if (skip < passed) return locateIn(installationId, newer, skip, 0);
      for (const { start, frames: inDay } of days) {
        if (skip < passed + inDay) {
          const day: Span = { from: start, to: instant(start + DAY_MS) };
          return locateIn(installationId, day, skip, passed);
        }
        passed += inDay;
      }
      return isEmpty(older) ? null : locateIn(installationId, older, skip, passed);
    },
  };
};
