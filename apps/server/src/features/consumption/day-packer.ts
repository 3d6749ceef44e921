import { DAY_MS, type Instant } from '@nascente/domain/time/zone';
import { openSince, utcDay } from './closed-after.ts';
import type { PackedDaysRepository } from './packed-days.repository.ts';

/** Late frames wait while a batch is packed: some tens of milliseconds. */
const DAYS_A_BATCH = 100;

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
