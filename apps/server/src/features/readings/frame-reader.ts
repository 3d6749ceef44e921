import { quarterStart } from '@nascente/domain/time/quarter';
import { type Instant, instant } from '@nascente/domain/time/zone';
import { writeFrames } from './frame-json.ts';
import { type FramePart, unpackJson } from './frame-part.ts';
import type { FramesRepository, Span } from './frames.repository.ts';
import type { PackedFramesRepository } from './packed-frames.repository.ts';
import { cutFrames, joinFrames, NO_FRAMES, type WrittenFrames } from './written-frames.ts';

/** Of an installation so many frames, newest first, without those that `skip` passes over. */
export interface FramesAsked {
  readonly installationId: number;
  readonly span: Span;
  readonly skip: number;
  readonly limit: number;
}

export interface FrameReader {
  read(asked: FramesAsked): Promise<WrittenFrames>;
  /** The same where somebody knows already what is packed of the span. */
  readParts(asked: FramesAsked, parts: readonly FramePart[]): Promise<WrittenFrames>;
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
  const readGap = async ({ installationId, span, skip, limit }: FramesAsked): Promise<Found> => {
    if (isEmpty(span)) return { frames: NO_FRAMES, passed: 0 };
    const found = writeFrames(await frames.read(installationId, span, skip, limit));
    if (found.count > 0 || skip === 0) return { frames: found, passed: skip };
    return { frames: found, passed: Math.min(skip, await frames.count(installationId, span)) };
  };

  /** What a first page begins with, and from when on. */
  const readUnderWay = async ({ span, skip, ...asked }: FramesAsked) => {
    const start = Math.max(quarterStart(clock()), span.from);
    const from = skip > 0 ? span.to : instant(Math.min(start, span.to));
    const { frames: found } = await readGap({ ...asked, span: { from, to: span.to }, skip: 0 });
    return { from, found };
  };

  /** Older than what the page has already: packed parts, and what lies between them. */
  const readOlder = async (
    { installationId, span: { from, to }, skip, limit }: FramesAsked,
    parts: readonly FramePart[],
    newest: WrittenFrames,
  ): Promise<WrittenFrames> => {
    let [open, page, left] = [to, newest, skip];
    const take = ({ frames: more, passed }: Found): void => {
      page = joinFrames(page, more);
      left -= passed;
    };
    const takeGap = async (span: Span): Promise<void> => {
      if (page.count < limit)
        take(await readGap({ installationId, span, skip: left, limit: limit - page.count }));
    };
    for (const part of parts) {
      const here = within(part, { from, to: open });
      await takeGap({ from: here.to, to: open });
      if (page.count === limit) return page;
      take(readPart(part, here, left, limit - page.count));
      open = instant(Math.min(open, here.from));
    }
    await takeGap({ from, to: open });
    return page;
  };

  return {
    readParts: (asked, parts) => readOlder(asked, parts, NO_FRAMES),
    async read(asked) {
      const { installationId, span, skip, limit } = asked;
      const [parts, underWay] = await Promise.all([
        packed.parts(installationId, span, skip + limit),
        readUnderWay(asked),
      ]);
      // What was packed meanwhile is told by its part.
      const isUnpacked = parts.every(({ to }) => to <= underWay.from);
      const { from: open, found: newest } = isUnpacked ? underWay : { from: span.to, found: NO_FRAMES };
      return readOlder({ ...asked, span: { from: span.from, to: open } }, parts, newest);
    },
  };
};
