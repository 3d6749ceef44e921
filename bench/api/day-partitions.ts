import { instant } from '@nascente/domain/base/time/zone';
import { pino } from 'pino';
import type { Database } from '../../apps/server/src/platform/database/open-database.ts';
import {
  createPartitionsRepository,
  createReadingPartitions,
  dayNumber,
} from '../../apps/server/src/telemetry/series/index.ts';

const DAY_MS = 86_400_000;
const RETENTION_DAYS = 400;

/** Makes the partitions of so many UTC days up to that of `now`, as ingest does. */
export const prepareDays = async (
  { pool }: Pick<Database, 'pool'>,
  now: number,
  days: number,
): Promise<void> => {
  const partitions = createPartitionsRepository(pool);
  for (let back = days - 1; back >= 0; back--) {
    const day = dayNumber(now - back * DAY_MS);
    await partitions.createReadings(day, false);
    await partitions.createQuarters(day);
  }
};

/** Drops what closed days hold by now and makes the days ahead, as the server does each hour. */
export const maintainDays = ({ pool }: Pick<Database, 'pool'>, now: number): Promise<void> =>
  createReadingPartitions({
    partitions: createPartitionsRepository(pool),
    clock: () => instant(now),
    retentionDays: RETENTION_DAYS,
    log: pino({ level: 'silent' }),
  }).maintain();
