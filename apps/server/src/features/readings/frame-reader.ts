import { quarterStart } from '@nascente/domain/time/quarter';
import { type Instant, instant } from '@nascente/domain/time/zone';
import { writeFrames } from './frame-json.ts';
import { type FramePart, unpackJson } from './frame-part.ts';
import type { FramesRepository, Span } from './frames.repository.ts';
import type { PackedFramesRepository } from './packed-frames.repository.ts';
import { cutFrames, joinFrames, NO_FRAMES, type WrittenFrames } from './written-frames.ts';

export interface FrameReader {
  /** Newest first, without those that `skip` passes over. */
  read(installationId: number, span: Span, skip: number, limit: number): Promise<WrittenFrames>;
}

/** What a stretch of time adds to a page, and how many of its frames were passed over before. */
interface Found {
  readonly frames: WrittenFrames;
  readonly passed: number;
}

const isEmpty = ({ from, to }: Span): boolean => to <= from;
const within = (part: Span, span: Span): Span => ({
  from: instant(Math.max(part.from, span.from)),
  to: instant(Math.min(part.to, span.to)),
});

/** @param here - what of the part's time is asked. */
const readPart = (part: FramePart, here: Span, skip: number, limit: number): Found => {
  if (part.frames === 0 || isEmpty(here)) return { frames: NO_FRAMES, passed: 0 };
  const isWhole = part.from === here.from && part.to === here.to;
  if (isWhole && part.frames <= skip) return { frames: NO_FRAMES, passed: part.frames };
  const json = unpackJson(part);
  if (!isWhole || skip > 0 || part.frames > limit) return cutFrames(json, here, skip, limit);
  return { frames: { count: part.frames, pieces: [json] }, passed: 0 };
};

/**
 * Packed parts as they are, and what lies between them from the readings: a page is the same either way. The
 * quarter-hour under way is packed nowhere, so its frames are read meanwhile.
 */
export const createFrameReader = (needs: {
  frames: Pick<FramesRepository, 'read' | 'count'>;
  packed: Pick<PackedFramesRepository, 'parts'>;
  clock: () => Instant;
}): FrameReader => {
  const { frames, packed, clock } = needs;
  const readGap = async (installationId: number, gap: Span, skip: number, limit: number): Promise<Found> => {
    if (isEmpty(gap)) return { frames: NO_FRAMES, passed: 0 };
    const found = writeFrames(await frames.read(installationId, gap, skip, limit));
    if (found.count > 0 || skip === 0) return { frames: found, passed: skip };
    return { frames: found, passed: Math.min(skip, await frames.count(installationId, gap)) };
  };

  /** What a first page begins with, and from when on. */
  const readUnderWay = async (installationId: number, span: Span, skip: number, limit: number) => {
    const start = Math.max(quarterStart(clock()), span.from);
    const from = skip > 0 ? span.to : instant(Math.min(start, span.to));
    const { frames: found } = await readGap(installationId, { from, to: span.to }, 0, limit);
    return { from, found };
  };

  return {
    async read(installationId, span, skip, limit) {
      const [parts, newest] = await Promise.all([
        packed.parts(installationId, span, skip + limit),
        readUnderWay(installationId, span, skip, limit),
      ]);
      // What was packed meanwhile is told by its part.
      const isUnpacked = parts.every(({ to }) => to <= newest.from);
      let { from: open, found: page } = isUnpacked ? newest : { from: span.to, found: NO_FRAMES };
      if (page.count === limit) return page;
      let left = skip;
      const take = ({ frames: more, passed }: Found): void => {
        page = joinFrames(page, more);
        left -= passed;
      };
      for (const part of parts) {
        const here = within(part, { from: span.from, to: open });
        take(await readGap(installationId, { from: here.to, to: open }, left, limit - page.count));
        if (page.count < limit) take(readPart(part, here, left, limit - page.count));
        if (page.count === limit) return page;
        open = instant(Math.min(open, here.from));
      }
      take(await readGap(installationId, { from: span.from, to: open }, left, limit - page.count));
      return page;
    },
  };
};
