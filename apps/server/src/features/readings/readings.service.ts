import type { BodyOf } from '@nascente/contract/call';
import type { countFrames, readFramePage } from '@nascente/contract/readings';
import { type Instant, instant } from '@nascente/domain/time/zone';
import { InvalidInput } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { Meter, MeterDirectory } from '../meters/index.ts';
import { type Frames, lastFrames, type MeterFrames, type Span } from '../series/index.ts';
import { readCursor, toCursor } from './cursor.ts';
import type { FramePages } from './frame-pages.ts';
import type { NewestFrameRepository } from './newest-frame.repository.ts';
import { askedSpan, readableSpan } from './reading-range.ts';

interface FramePage {
  /** Ascending. */
  readonly frames: Frames;
  /** Where the next page begins; null when this is the last. */
  readonly next: string | null;
}

export interface ReadingsService {
  /** Ascending; at most one. */
  newest(caller: Caller, mac: string): Promise<Frames>;
  page(caller: Caller, input: BodyOf<typeof readFramePage>): Promise<FramePage>;
  count(caller: Caller, input: BodyOf<typeof countFrames>): Promise<number>;
}

export const createReadingsService = (needs: {
  newest: NewestFrameRepository;
  frames: MeterFrames;
  pages: FramePages;
  directory: MeterDirectory;
  clock: () => Instant;
  retentionDays: number;
}): ReadingsService => {
  const { newest, frames, pages, directory, clock, retentionDays } = needs;

  const ofMeter = <T>(caller: Caller, mac: string, read: (meter: Meter) => Promise<T>): Promise<T> =>
    directory.read(caller, 'see-readings', mac, read);

  const spanOf = (meter: Meter, input: BodyOf<typeof countFrames>): Span =>
    readableSpan(meter, askedSpan(meter, input.dateIn, input.dateOut), clock(), retentionDays);

  return {
    newest: (caller, mac) =>
      ofMeter(caller, mac, async ({ installationId }) => {
        const at = (await newest.at(installationId)) ?? instant(0);
        return frames.read(installationId, { from: at, to: instant(at + 1) });
      }),
    page: (caller, input) =>
      ofMeter(caller, input.id, async (meter) => {
        const { limit, skip, cursor } = input;
        if (cursor !== undefined && skip > 0) {
          const msg = 'Use skip ou cursor, não os dois.';
          throw new InvalidInput(msg, [{ path: 'cursor', msg }]);
        }
        const span = spanOf(meter, input);
        const to = cursor === undefined ? span.to : instant(Math.min(span.to, readCursor(cursor)));
        const found = await pages.read(meter.installationId, { from: span.from, to }, skip, limit + 1);
        if (found.at.length <= limit) return { frames: found, next: null };
        const page = lastFrames(found, 0, limit);
        return { frames: page, next: toCursor(instant(page.at[0] as number)) };
      }),
    count: (caller, input) =>
      ofMeter(caller, input.id, async (meter) => pages.count(meter.installationId, spanOf(meter, input))),
  };
};
