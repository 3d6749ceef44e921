import { QUARTER_MS, quarterStart } from '@nascente/domain/time/quarter';
import { DAY_MS, instant } from '@nascente/domain/time/zone';
import type { FramePlaces } from './frame-places.ts';
import type { FramesRepository, Span } from './frames.repository.ts';
import { joinFrames, joinOverlapping, NO_FRAMES, oldestAt, type PackedFrames } from './packed-frames.ts';

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

/** Most pages lie within so much time; only where they do not are older days looked at. */
const FIRST_LOOK_MS = DAY_MS;

export interface FramePages {
  count(installationId: number, span: Span): Promise<number>;
  /** Newest first, without those that `skip` passes over. Quick at any depth. */
  read(installationId: number, span: Span, skip: number, limit: number): Promise<PackedFrames>;
}

/** Pages of more frames are read in two halves at once: writing the numbers is most of the work. */
const READ_WHOLE = 200;

export const createFramePages = (frames: FramesRepository, places: FramePlaces): FramePages => {
  /**
   * The halves are read at two moments: they overlap by one frame, and where they do not meet in it, because others
   * came or went in between, all is read once more in one piece.
   */
  const readFrames = async (
    installationId: number,
    span: Span,
    skip: number,
    limit: number,
  ): Promise<PackedFrames> => {
    if (limit <= READ_WHOLE) return frames.read(installationId, span, skip, limit);
    const half = Math.ceil(limit / 2);
    const [newer, older] = await Promise.all([
      frames.read(installationId, span, skip, half),
      frames.read(installationId, span, skip + half - 1, limit - half + 1),
    ]);
    if (newer.count < half) return newer;
    return joinOverlapping(newer, older) ?? frames.read(installationId, span, skip, limit);
  };

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
    const inHead = await countRagged(installationId, head);
    if (skip < inHead) return { span, skip };
    const left = skip - inHead;
    const place = isEmpty(middle) ? null : await places.locate(installationId, middle, left);
    if (place !== null) {
      return { span: { from: span.from, to: instant(place.quarter + QUARTER_MS) }, skip: left - place.newer };
    }
    const inMiddle = await countWhole(installationId, middle);
    return { span: tail, skip: left - inMiddle };
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
      const look = { from: instant(Math.max(span.from, span.to - FIRST_LOOK_MS)), to: span.to };
      const found = await readFrames(installationId, look, skip, limit);
      if (found.count === limit || look.from === span.from) return found;
      if (found.count === 0) return readFrames(installationId, span, skip, limit);
      const older = { from: span.from, to: oldestAt(found) };
      return joinFrames(found, await readFrames(installationId, older, 0, limit - found.count));
    },
  };
};
