import { QUARTER_MS, quarterStart } from '@nascente/domain/base/time/quarter';
import type { TimeSpan } from '@nascente/domain/base/time/span';
import { instant } from '@nascente/domain/base/time/zone';
import { type Frames, lastFrames } from '@nascente/domain/telemetry/frames/frame-columns';
import type { CountedQuarter, MeterFrames } from '../series/index.ts';

export type FramePages = ReturnType<typeof createFramePages>;

/** An interval divided at quarter-hours: those at its ends may be partial, and are counted frame by frame. */
interface CutSpan {
  /** The newest part. */
  readonly head: TimeSpan;
  readonly middle: TimeSpan;
  readonly tail: TimeSpan;
}

const cut = ({ from, to }: TimeSpan): CutSpan => {
  const lastEdge = instant(Math.max(quarterStart(to), from));
  const firstEdge = instant(Math.min(Math.ceil(from / QUARTER_MS) * QUARTER_MS, lastEdge));
  return {
    head: { from: lastEdge, to },
    middle: { from: firstEdge, to: lastEdge },
    tail: { from, to: firstEdge },
  };
};
/**
 * @param quarters - the newest first
 * @param skip - so many frames before the first of these quarter-hours ends are newer
 */
const seek = (
  quarters: readonly CountedQuarter[],
  { middle, tail }: CutSpan,
  skip: number,
  limit: number,
) => {
  let newer = 0;
  let [to, left] = [middle.from, 0];
  let isFound = false;
  for (const { start, frames } of quarters) {
    if (!isFound && newer + frames > skip) {
      [to, left, isFound] = [instant(start + QUARTER_MS), skip - newer, true];
    }
    newer += frames;
    if (isFound && newer >= skip + limit) return { span: { from: instant(start), to }, skip: left };
  }
  return { span: { from: tail.from, to }, skip: isFound ? left : skip - newer };
};

const ONLY_INSTANTS: ReadonlySet<never> = new Set();

export const createFramePages = (frames: MeterFrames) => {
  const countOf = async (installationId: number, span: TimeSpan): Promise<number> =>
    (await frames.read(installationId, span, ONLY_INSTANTS)).at.length;

  return {
    async count(installationId: number, span: TimeSpan): Promise<number> {
      const { head, middle, tail } = cut(span);
      const [quarters, newest, oldest] = await Promise.all([
        frames.counts(installationId, middle),
        countOf(installationId, head),
        countOf(installationId, tail),
      ]);
      return quarters.reduce((sum, quarter) => sum + quarter.frames, newest + oldest);
    },
    /** So many of the newest, without those that `skip` passes over; ascending. Quick at any depth. */
    async read(installationId: number, wanted: TimeSpan, skip: number, limit: number): Promise<Frames> {
      const parts = cut(wanted);
      const [quarters, newest] = await Promise.all([
        frames.counts(installationId, parts.middle),
        countOf(installationId, parts.head),
      ]);
      const begin = { start: parts.head.from, frames: newest };
      const { span, skip: left } = seek(newest > 0 ? [begin, ...quarters] : quarters, parts, skip, limit);
      const found = await frames.read(installationId, { ...span, to: instant(Math.min(span.to, wanted.to)) });
      return lastFrames(found, left, limit);
    },
  };
};
