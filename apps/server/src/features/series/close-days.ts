import { DAY_MS, type Instant } from '@nascente/domain/time/zone';
import { openSince, utcDay } from './closed-after.ts';
import type { ClosingRepository } from './closing.repository.ts';
import { encodeDay } from './encode-day.ts';

/** Late frames wait while the rows of so many days are made: some milliseconds. */
const DAYS_AT_ONCE = 100;
/** A run ends then, and the next one goes on: years of readings take hours. */
const LONGEST_RUN_MS = 10 * 60_000;

/** Closes the days that are over, the newest first. Answers how many that were. */
export const createCloseDays =
  (needs: { closing: ClosingRepository; clock: () => Instant; retentionDays: number }) =>
  async (): Promise<number> => {
    const { closing, clock, retentionDays } = needs;
    const last = utcDay(openSince(clock()) - DAY_MS);
    const until = performance.now() + LONGEST_RUN_MS;
    await closing.forgetFrames(utcDay(clock() - (retentionDays + 1) * DAY_MS));
    let closed = 0;
    for (;;) {
      const days = await closing.unclosed(last, DAYS_AT_ONCE);
      let filled = 0;
      for (const day of await closing.begin(days)) {
        if (await closing.fill(day, encodeDay(await closing.read(day)))) filled++;
      }
      closed += filled;
      // Where none was filled there is none left, or all have changed meanwhile: the next run will see.
      if (filled === 0 || performance.now() > until) return closed;
    }
  };
