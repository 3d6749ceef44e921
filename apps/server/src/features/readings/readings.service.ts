import type { BodyOf } from '@nascente/contract/call';
import type { countFrames, readFramePage } from '@nascente/contract/readings';
import { type Instant, instant } from '@nascente/domain/time/zone';
import { InvalidInput } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Meter, MeterDirectory } from '../meters/index.ts';
import { readCursor, toCursor } from './cursor.ts';
import { writeFrames } from './frame-json.ts';
import type { FramePages } from './frame-pages.ts';
import type { FramesRepository, Span } from './frames.repository.ts';
import { askedSpan, readableSpan } from './reading-range.ts';
import { NO_FRAMES, oldestAt, type WrittenFrames, withoutOldest } from './written-frames.ts';

export interface FramePage {
  readonly frames: WrittenFrames;
  /** Where the next page begins; null when this is the last. */
  readonly next: string | null;
}

export interface ReadingsService {
  newest(caller: Caller, mac: string): Promise<WrittenFrames>;
  page(caller: Caller, given: BodyOf<typeof readFramePage>): Promise<FramePage>;
  count(caller: Caller, given: BodyOf<typeof countFrames>): Promise<number>;
}

export const createReadingsService = (needs: {
  frames: FramesRepository;
  pages: FramePages;
  directory: MeterDirectory;
  clock: () => Instant;
  retentionDays: number;
}): ReadingsService => {
  const { frames, pages, directory, clock, retentionDays } = needs;

  const ofMeter = <T>(caller: Caller, mac: string, read: (meter: Meter) => Promise<T>): Promise<T> =>
    directory.read(caller, 'see-readings', mac, read);

  const spanOf = (meter: Meter, given: BodyOf<typeof countFrames>): Span =>
    readableSpan(meter, askedSpan(meter, given.dateIn, given.dateOut), clock(), retentionDays);

  return {
    newest: (caller, mac) =>
      ofMeter(caller, mac, async ({ installationId }) => {
        const at = await frames.newestAt(installationId);
        if (at === null) return NO_FRAMES;
        return writeFrames(await frames.read(installationId, { from: at, to: instant(at + 1) }, 0, 1));
      }),
    page: (caller, given) =>
      ofMeter(caller, given.id, async (meter) => {
        const { limit, skip, cursor } = given;
        if (cursor !== undefined && skip > 0) {
          const msg = 'Use skip ou cursor, não os dois.';
          throw new InvalidInput(msg, [{ path: 'cursor', msg }]);
        }
        const span = spanOf(meter, given);
        const to = cursor === undefined ? span.to : instant(Math.min(span.to, readCursor(cursor)));
        const found = await pages.read(meter.installationId, { from: span.from, to }, skip, limit + 1);
        if (found.count <= limit) return { frames: found, next: null };
        const page = withoutOldest(found);
        return { frames: page, next: toCursor(oldestAt(page)) };
      }),
    count: (caller, given) =>
      ofMeter(caller, given.id, async (meter) => pages.count(meter.installationId, spanOf(meter, given))),
  };
};
