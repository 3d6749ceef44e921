import { QUARTER_MS } from '@nascente/domain/time/quarter';
import { DAY_MS, type Instant, instant } from '@nascente/domain/time/zone';
import { writeFrames } from './frame-json.ts';
import { packJson } from './frame-part.ts';
import type { Span } from './frames.repository.ts';
import type { OpenFramesRepository } from './open-frames.repository.ts';

/** Older days are packed as a whole, or wait for that. */
const OPEN_MS = 2 * DAY_MS;
const QUARTERS_AT_ONCE = 8;

/** Packs the passed quarter-hours that are not as they were packed, a meter after the other. */
export const createOpenFramesPacker = (needs: { open: OpenFramesRepository; clock: () => Instant }) => {
  const { open, clock } = needs;

  const packQuarters = async (installationId: number, span: Span): Promise<void> => {
    for (let count = QUARTERS_AT_ONCE; count === QUARTERS_AT_ONCE; ) {
      const quarters = await open.changed(installationId, span, QUARTERS_AT_ONCE);
      for (const quarter of quarters) {
        await open.keep(installationId, quarter, await packJson(writeFrames(quarter)));
      }
      count = quarters.length;
    }
  };

  return async (): Promise<void> => {
    const now = clock();
    const from = instant(Math.floor((now - OPEN_MS) / DAY_MS) * DAY_MS);
    const to = instant(Math.floor(now / QUARTER_MS) * QUARTER_MS);
    for (const installationId of await open.sending(from)) await packQuarters(installationId, { from, to });
    await open.forget(from);
  };
};
