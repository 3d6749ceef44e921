import { DAY_MS, instant } from '@nascente/domain/time/zone';
import { writeFrames } from './frame-json.ts';
import { inRuns } from './frame-lines.ts';
import { type FramePart, packJson } from './frame-part.ts';
import type { FramesRepository, Span } from './frames.repository.ts';
import type { PackedFramesRepository, UnpackedDay } from './packed-frames.repository.ts';
import { oldestAt } from './written-frames.ts';

/** Some 20 kB compressed: a page of 1,000 opens five of them, and one of 10 little that it does not need. */
const FRAMES_A_PART = 240;
/** So much of a day is in memory at once, beside what is compressed of it: a third of a megabyte. */
const FRAMES_A_READ = 4 * FRAMES_A_PART;
const DAYS_AT_ONCE = 100;
/** A run ends then, and the next one goes on: years of readings take hours. */
const LONGEST_RUN_MS = 10 * 60_000;

type Frames = Pick<FramesRepository, 'read'>;

/** The frames of a day in parts, newest first, that follow one another without a gap; of a day without frames one. */
const partsOf = async (frames: Frames, installationId: number, day: Span): Promise<FramePart[]> => {
  const parts: FramePart[] = [];
  let to = day.to;
  for (let isLast = false; !isLast; ) {
    const lines = await frames.read(installationId, { from: day.from, to }, 0, FRAMES_A_READ);
    isLast = lines.count < FRAMES_A_READ;
    for (const run of inRuns(lines, FRAMES_A_PART)) {
      const written = writeFrames(run);
      const from = oldestAt(written);
      parts.push({ from, to, frames: run.count, body: await packJson(written) });
      to = from;
    }
  }
  const oldest = parts.pop() ?? { frames: 0, to, body: Buffer.of() };
  return [...parts, { ...oldest, from: day.from }];
};

/** Packs the frames of packed days that have none, the newest first. Answers how many that were. */
export const createDayFramesPacker = (needs: { frames: Frames; packed: PackedFramesRepository }) => {
  const { frames, packed } = needs;

  const pack = async (unpacked: UnpackedDay): Promise<boolean> => {
    const start = Date.parse(unpacked.day);
    const day: Span = { from: instant(start), to: instant(start + DAY_MS) };
    return packed.keep(unpacked, await partsOf(frames, unpacked.installation_id, day));
  };

  const packSome = async (until: number): Promise<number> => {
    let kept = 0;
    for (const day of await packed.unpacked(DAYS_AT_ONCE)) {
      if (performance.now() > until) return kept;
      if (await pack(day)) kept++;
    }
    return kept;
  };

  return async (): Promise<number> => {
    const until = performance.now() + LONGEST_RUN_MS;
    await packed.forgetExpired();
    let done = 0;
    // Where none was kept there is none left, or all have changed meanwhile: the next run will see.
    for (let kept = -1; kept !== 0; done += kept) {
      kept = performance.now() > until ? 0 : await packSome(until);
    }
    return done;
  };
};
