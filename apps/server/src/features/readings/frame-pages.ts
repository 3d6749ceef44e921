import { QUARTER_MS, quarterStart } from '@nascente/domain/time/quarter';
import { DAY_MS, instant } from '@nascente/domain/time/zone';
import type { FramesRepository, Span } from './frames.repository.ts';
import { joinFrames, NO_FRAMES, oldestAt, type PackedFrames } from './packed-frames.ts';

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

export const createFramePages = (frames: FramesRepository): FramePages => {
  const countRagged = (installationId: number, span: Span): Promise<number> =>
    isEmpty(span) ? Promise.resolve(0) : frames.count(installationId, span);
  const countWhole = (installationId: number, span: Span): Promise<number> =>
    isEmpty(span) ? Promise.resolve(0) : frames.countByQuarters(installationId, span);

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
    const place = isEmpty(middle) ? null : await frames.locate(installationId, middle, left);
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
      const found = await frames.read(installationId, look, skip, limit);
      if (found.count === limit || look.from === span.from) return found;
      if (found.count === 0) return frames.read(installationId, span, skip, limit);
      const older = { from: span.from, to: oldestAt(found) };
      return joinFrames(found, await frames.read(installationId, older, 0, limit - found.count));
    },
  };
};
