import { DAY_MS, type Instant } from '@nascente/domain/base/time/zone';
import { openSince, utcDay } from '../interval-queries.repository.ts';
import type { ClosingRepository, InstallationDay } from './closing.repository.ts';
import { encodeDay } from './encode-day.ts';

const DAYS_FOUND = 10_000;
/** Days started at once. Late frames wait some milliseconds meanwhile. */
const DAYS_PER_RUN = 100;
/** Rows of closed days stay for this time, for concurrent readers. */
const ROWS_RETAINED_MS = 3 * DAY_MS;
/** Time limit of a run; the next run continues. Years of readings take hours. */
const MAX_RUN_MS = 10 * 60_000;

/** Closes finished days, the newest first. @returns their number */
export const createCloseDays =
  (needs: { closing: ClosingRepository; clock: () => Instant; retentionDays: number }) =>
  async (): Promise<number> => {
    const { closing, clock, retentionDays } = needs;
    const last = utcDay(openSince(clock()) - DAY_MS);
    const until = performance.now() + MAX_RUN_MS;
    // Reopened rows of days that an earlier run closed are deleted; queries that started before have finished.
    await closing.sweepReopened(utcDay(clock() - ROWS_RETAINED_MS));
    await closing.forgetFrames(utcDay(clock() - (retentionDays + 1) * DAY_MS));
    const closeSome = async (days: readonly InstallationDay[]): Promise<number> => {
      let filled = 0;
      for (const day of await closing.begin(days)) {
        if (await closing.fill(day, encodeDay(await closing.read(day)))) filled++;
      }
      return filled;
    };

    let closed = 0;
    for (let filled = -1; filled !== 0; closed += filled) {
      const days = await closing.unclosed(last, DAYS_FOUND);
      filled = 0;
      for (let first = 0; first < days.length && performance.now() < until; first += DAYS_PER_RUN)
        filled += await closeSome(days.slice(first, first + DAYS_PER_RUN));
      // If no day was filled, none is left or all changed meanwhile; the next run tries again.
    }
    return closed;
  };
