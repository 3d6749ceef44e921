import { DAY_MS, HOUR_MS, type Instant } from '@nascente/domain/time/zone';
import type { Log } from '../../platform/log/log.ts';
import type { PartitionsRepository } from './partitions.repository.ts';
import { dayName, dayNumber, startOfDayNumber } from './utc-day.ts';

/** Frames older than this are written with the late ones, so that no live frame reaches a closed day. */
export const LIVE_FOR_MS = 2 * HOUR_MS;
/** A day is rewritten this long after its end. */
const CLOSED_AFTER_MS = LIVE_FOR_MS + HOUR_MS;
const DAYS_AHEAD = 2;

export interface ReadingPartitions {
  /** Makes sure that the partition of these days (since 1970) exist. */
  prepare(days: Iterable<number>): Promise<void>;
  /** Forgets what exists: a statement found no partition for a row. */
  forget(): void;
  /** Prepares the days ahead, drops the days past retention, rewrites closed days in order. */
  maintain(): Promise<void>;
}

export const createReadingPartitions = (needs: {
  partitions: PartitionsRepository;
  clock: () => Instant;
  retentionDays: number;
  log: Log;
}): ReadingPartitions => {
  const { partitions, clock, retentionDays, log } = needs;
  const known = new Set<number>();

  const prepare = async (days: Iterable<number>): Promise<void> => {
    for (const day of days) {
      if (known.has(day)) continue;
      await partitions.create(dayName(startOfDayNumber(day)));
      known.add(day);
    }
  };

  const dropExpired = async (): Promise<void> => {
    const oldest = dayName(clock() - (retentionDays + 1) * DAY_MS);
    for (const { day } of await partitions.list()) {
      if (day >= oldest) continue;
      await partitions.drop(day);
      log.info({ day }, 'dropped a day of readings past retention');
    }
    known.clear();
  };

  const orderClosed = async (): Promise<void> => {
    const firstOpen = dayName(clock() - CLOSED_AFTER_MS);
    for (const { day, ordered } of await partitions.list()) {
      if (ordered || day >= firstOpen) continue;
      await partitions.rewriteInOrder(day);
      log.info({ day }, 'rewrote a closed day of readings in order');
    }
  };

  return {
    prepare,
    forget: () => known.clear(),
    async maintain() {
      const today = dayNumber(clock());
      await prepare(Array.from({ length: DAYS_AHEAD + 1 }, (_, ahead) => today + ahead));
      await dropExpired();
      await orderClosed();
    },
  };
};
