import { QUARTER_MS, quarterStart } from '@nascente/domain/time/quarter';
import { HOUR_MS, instant, MINUTE_MS } from '@nascente/domain/time/zone';
import type { FramePlacesRepository } from './frame-places.repository.ts';
import type { FrameReader } from './frame-reader.ts';
import type { FramesRepository, Span } from './frames.repository.ts';
import { joinFrames, NO_FRAMES, oldestAt, type WrittenFrames } from './written-frames.ts';

/** A span cut at quarter-hours: the ragged ends are counted frame by frame, the middle by its quarters. */
interface CutSpan {
  /** The newest part. */
  readonly head: Span;
  readonly middle: Span;
  readonly tail: Span;
}

const cut = ({ from, to }: Span): CutSpan => {
  const lastEdge = instant(Math.max(quarterStart(to), from));
  const firstEdge = instant(Math.min(Math.ceil(from / QUARTER_MS) * QUARTER_MS, lastEdge));
  return {
    head: { from: lastEdge, to },
    middle: { from: firstEdge, to: lastEdge },
    tail: { from, to: firstEdge },
  };
};

const isEmpty = ({ from, to }: Span): boolean => to <= from;

/** Most boards send once a minute or more; only where a page is not full by then is all the older time looked at. */
const firstLookMs = (frames: number): number => Math.max(HOUR_MS, frames * MINUTE_MS);

export interface FramePages {
  count(installationId: number, span: Span): Promise<number>;
  /** Newest first, without those that `skip` passes over. Quick at any depth. */
  read(installationId: number, span: Span, skip: number, limit: number): Promise<WrittenFrames>;
}

export const createFramePages = (needs: {
  frames: Pick<FramesRepository, 'count'>;
  places: FramePlacesRepository;
  reader: FrameReader;
}): FramePages => {
  const { frames, places, reader } = needs;
  const countRagged = (installationId: number, span: Span): Promise<number> =>
    isEmpty(span) ? Promise.resolve(0) : frames.count(installationId, span);
  const countWhole = (installationId: number, span: Span): Promise<number> =>
    isEmpty(span) ? Promise.resolve(0) : places.count(installationId, span);

  /** Where reading begins: nothing newer is wanted, and few are left to pass over. */
  const seek = async (
    installationId: number,
    span: Span,
    skip: number,
  ): Promise<{ span: Span; skip: number }> => {
    const { head, middle, tail } = cut(span);
    if (skip === 0) return { span, skip };
    const place = await places.locate(installationId, head, middle, skip);
    if (place !== null) {
      const to = instant(Math.min(place.quarter + QUARTER_MS, span.to));
      return { span: { from: span.from, to }, skip: skip - place.newer };
    }
    const counts = await Promise.all([countRagged(installationId, head), countWhole(installationId, middle)]);
    return { span: tail, skip: skip - counts.reduce((sum, count) => sum + count, 0) };
  };

  return {
    async count(installationId, span) {
      const { head, middle, tail } = cut(span);
      const counts = await Promise.all([
        countRagged(installationId, head),
        countWhole(installationId, middle),
        countRagged(installationId, tail),
      ]);
      return counts.reduce((sum, count) => sum + count, 0);
    },
    async read(installationId, wanted, toSkip, limit) {
      const { span, skip } = await seek(installationId, wanted, toSkip);
      if (isEmpty(span)) return NO_FRAMES;
      const look = { from: instant(Math.max(span.from, span.to - firstLookMs(skip + limit))), to: span.to };
      const found = await reader.read(installationId, look, skip, limit);
      if (found.count === limit || look.from === span.from) return found;
      if (found.count === 0) return reader.read(installationId, span, skip, limit);
      const older = { from: span.from, to: oldestAt(found) };
      return joinFrames(found, await reader.read(installationId, older, 0, limit - found.count));
    },
  };
};
