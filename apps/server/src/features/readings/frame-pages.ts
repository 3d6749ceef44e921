import { QUARTER_MS, quarterStart } from '@nascente/domain/time/quarter';
import { HOUR_MS, type Instant, instant, MINUTE_MS } from '@nascente/domain/time/zone';
import type { FramePart } from './frame-part.ts';
import type { FramePlacesRepository, Place } from './frame-places.repository.ts';
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

const quarterEnd = (at: Instant): Instant => instant(Math.ceil(at / QUARTER_MS) * QUARTER_MS);

const cut = ({ from, to }: Span): CutSpan => {
  const lastEdge = instant(Math.max(quarterStart(to), from));
  const firstEdge = instant(Math.min(quarterEnd(from), lastEdge));
  return {
    head: { from: lastEdge, to },
    middle: { from: firstEdge, to: lastEdge },
    tail: { from, to: firstEdge },
  };
};

const isEmpty = ({ from, to }: Span): boolean => to <= from;

/** Most boards send once a minute or more; only where a page is not full by then is all the older time looked at. */
const firstLookMs = (frames: number): number => Math.max(HOUR_MS, frames * MINUTE_MS) + QUARTER_MS;

/** Where reading begins: nothing newer is wanted, and few are left to pass over. */
interface Start {
  readonly span: Span;
  readonly skip: number;
  /** What is packed of the first look; null where nobody has asked yet. */
  readonly parts: readonly FramePart[] | null;
}

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

  const seek = async (installationId: number, wanted: Span, skip: number, limit: number): Promise<Start> => {
    const { head, middle, tail } = cut(wanted);
    const asWanted = { span: wanted, skip, parts: null };
    if (skip === 0) return asWanted;
    const locate = (whole: Span, left: number) =>
      places.locate({ installationId, whole, skip: left, wanted, limit, lookMs: firstLookMs(limit) });
    const startAt = (place: Place, left: number): Start => {
      const to = instant(Math.min(place.quarter + QUARTER_MS, wanted.to));
      return { span: { from: wanted.from, to }, skip: left - place.newer, parts: place.parts };
    };

    const place = await locate({ from: middle.from, to: quarterEnd(wanted.to) }, skip);
    if (place !== null && place !== 'ends-within') return startAt(place, skip);
    const newer = await countRagged(installationId, head);
    if (place === 'ends-within') {
      if (newer > skip) return asWanted;
      const older = await locate(middle, skip - newer);
      if (older !== null && older !== 'ends-within') return startAt(older, skip - newer);
    }
    return { span: tail, skip: skip - newer - (await countWhole(installationId, middle)), parts: null };
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
      const { span, skip, parts } = await seek(installationId, wanted, toSkip, limit);
      if (isEmpty(span)) return NO_FRAMES;
      const look = { from: instant(Math.max(span.from, span.to - firstLookMs(limit))), to: span.to };
      const asked = { installationId, span: look, skip, limit };
      const found = await (parts === null ? reader.read(asked) : reader.readParts(asked, parts));
      if (found.count === limit || look.from === span.from) return found;
      if (found.count === 0) return reader.read({ ...asked, span });
      const older = { from: span.from, to: oldestAt(found) };
      const left = limit - found.count;
      return joinFrames(found, await reader.read({ installationId, span: older, skip: 0, limit: left }));
    },
  };
};
