import { DAY_MS, HOUR_MS, type Instant, instant } from '@nascente/domain/time/zone';
import type { PackedDaysRepository } from './packed-days.repository.ts';

/** Later than live frames can reach back, with room for an outage; late ones undo what they touch. */
const CLOSED_AFTER_MS = 6 * HOUR_MS;
/** Late frames wait while a batch is packed: some tens of milliseconds. */
const DAYS_A_BATCH = 100;

/** The UTC day of an instant. */
export const utcDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The first UTC day that is not closed yet, so that nobody packs it: what was measured since is in the quarters. */
export const openSince = (now: Instant): Instant =>
  instant(Math.floor((now - CLOSED_AFTER_MS) / DAY_MS) * DAY_MS);

/** Packs every closed day that is not, a batch after the other. Answers how many that were. */
export const createDayPacker =
  (needs: {
    packedDays: PackedDaysRepository;
    clock: () => Instant;
    /** Of the days that are packed, and of what has passed of those that are not closed. */
    packQuality: (lastClosed: string) => Promise<void>;
  }) =>
  async (): Promise<number> => {
    const { packedDays, clock, packQuality } = needs;
    const last = utcDay(openSince(clock()) - DAY_MS);
    let packed = 0;
    for (;;) {
      const days = await packedDays.unpacked(last, DAYS_A_BATCH * 100);
      if (days.length === 0) break;
      for (let from = 0; from < days.length; from += DAYS_A_BATCH) {
        await packedDays.pack(days.slice(from, from + DAYS_A_BATCH));
      }
      packed += days.length;
    }
    await packQuality(last);
    return packed;
  };
