import { DAY_MS, HOUR_MS } from '@nascente/domain/base/time/zone';
import type { Platform } from '../../../platform/platform.ts';
import { dayNumber, utcDay } from '../utc-day.ts';
import type { PartitionsRepository } from './partitions.repository.ts';

/** Frames older than this are written with the late ones, so that no live frame reaches a closed day. */
export const LIVE_FOR_MS = 2 * HOUR_MS;
const DAYS_AHEAD = 2;
/** Rows of closed days are retained for this time, for late writers. */
const ROWS_RETAINED_DAYS = 3;

export interface ReadingPartitions {
  /** Makes sure that the partitions of readings of these days (since 1970) exist, for frames that are live, or late. */
  prepare(days: Iterable<number>, freshness: 'live' | 'late'): Promise<void>;
  /** Discards the list of existing partitions: a statement found none for a row. */
  forget(): void;
  /** Creates partitions of coming days, drops those beyond retention, and those of closed days. */
  maintain(): Promise<void>;
}

export const createReadingPartitions = (
  needs: Pick<Platform, 'clock' | 'log' | 'retentionDays'> & { partitions: PartitionsRepository },
): ReadingPartitions => {
  const { partitions, clock, retentionDays, log } = needs;
  const existing = new Set<number>();

  const prepare: ReadingPartitions['prepare'] = async (days, freshness) => {
    for (const day of days) {
      if (existing.has(day)) continue;
      await partitions.createReadings(day, freshness === 'live');
      existing.add(day);
    }
  };

  const dropOld = async (): Promise<void> => {
    const oldestRetained = dayNumber(clock()) - retentionDays - 1;
    const firstRecent = dayNumber(clock()) - ROWS_RETAINED_DAYS;
    for (const day of await partitions.list()) {
      if (day >= firstRecent) break;
      if (await partitions.dropClosed(day))
        log.info({ day: utcDay(day * DAY_MS) }, 'dropped the rows of a closed day');
      else if (day < oldestRetained) await partitions.dropReadings(day);
      else continue;
      existing.clear();
    }
  };

  return {
    prepare,
    forget: () => existing.clear(),
    async maintain() {
      const today = dayNumber(clock());
      const ahead = Array.from({ length: DAYS_AHEAD + 1 }, (_, days) => today + days);
      await prepare(ahead, 'live');
      for (const day of ahead) await partitions.createQuarters(day);
      await dropOld();
    },
  };
};
