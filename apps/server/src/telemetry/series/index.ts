import { QUARTER_MS } from '@nascente/domain/base/time/quarter';
import { isSome, openParts, type TimeSpan } from '@nascente/domain/base/time/span';
import { DAY_MS, HOUR_MS, type Instant, instant } from '@nascente/domain/base/time/zone';
import { type Frames, framesWithin, joinFrames } from '@nascente/domain/telemetry/frames/frame-columns';
import type { Database } from '../../platform/database/open-database.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ClosingInput } from '../../platform/workers/closing-input.ts';
import type { WorkerThreads } from '../../platform/workers/worker-threads.ts';
import { createCloseDays } from './closing/close-days.ts';
import { createClosingRepository } from './closing/closing.repository.ts';
import { asPrinted } from './closing/sent-frames.ts';
import { createMeterDays } from './days/meter-days.ts';
import {
  createMeterFramesRepository,
  createMeterQualityRepository,
  type MeterFramesRepository,
  type RequestedFields,
} from './frames/meter-frames.repository.ts';
import type { PartitionsRepository } from './frames/partitions.repository.ts';
import { dayNumber, openSince, spanOfDay, utcDay } from './interval-queries.repository.ts';

export {
  CLOSING_LOCK,
  reopenFrames,
  reopenTotals,
  type TouchedFrame,
} from './closing/reopening.repository.ts';
export { importedQuarters, measuredAt } from './days/measured-times.repository.ts';
export { createMeterDays, type MeterDays, type SeriesRequest } from './days/meter-days.ts';
export type { MeterQuality } from './frames/meter-frames.repository.ts';
export { type CountedQuarter, createMeterFramesRepository } from './frames/meter-frames.repository.ts';
export { createPartitionsRepository } from './frames/partitions.repository.ts';
export type { InstallationSpan } from './interval-queries.repository.ts';
export { dayNumber, sqlOf } from './interval-queries.repository.ts';

/** The frames of a meter, whether their day is closed or not. */
export type MeterFrames = ReturnType<typeof createMeterFrames>;

/** Maximum frames of one call: a month of a board that sends every three seconds, eleven days of one that sends each second. */
const MAX_EXPORT_FRAMES = 1_000_000;

export const createMeterFrames = ({
  repository,
  clock,
}: {
  repository: MeterFramesRepository;
  clock: () => Instant;
}) => {
  const readRows = async (installationId: number, parts: readonly TimeSpan[], fields: RequestedFields) => {
    const rows = parts.filter(isSome).map((part) => repository.open(installationId, part, fields));
    return (await Promise.all(rows)).map(asPrinted);
  };

  /** Reads frames of past days, closed or reopened. */
  const readOver = async (installationId: number, span: TimeSpan, fields: RequestedFields) => {
    if (!isSome(span)) return [];
    const closed = await repository.closed(installationId, span, fields);
    const days = closed.map(({ day }) => day).sort((one, other) => one - other);
    const rows = await readRows(installationId, openParts(span, days.map(spanOfDay)), fields);
    return [...closed.map(({ frames }) => frames), ...rows];
  };

  const readEvery = async (
    installationId: number,
    { from, to }: TimeSpan,
    fields: RequestedFields = 'all',
  ): Promise<Frames> => {
    const since = openSince(clock());
    const parts = await Promise.all([
      readOver(installationId, { from, to: instant(Math.min(to, since)) }, fields),
      readRows(installationId, [{ from: instant(Math.max(from, since)), to }], fields),
    ]);
    const all = parts.flat().filter(({ at }) => at.length > 0);
    all.sort((one, other) => (one.at[0] as number) - (other.at[0] as number));
    return framesWithin(joinFrames(all), from, to);
  };

  return {
    /** All frames, including those of excluded intervals. */
    readEvery,
    /** Excluded intervals that overlap an interval, ascending. */
    excluded: repository.exclusions,
    /** Number of counting frames of each quarter-hour of an interval, newest first, without quarter-hours that have none. */
    async counts(installationId: number, span: TimeSpan) {
      if (!isSome(span)) return [];
      return (await repository.counts(installationId, span)).toSorted(
        (one, other) => other.start - one.start,
      );
    },
    /** Whether an interval has more frames than one call may read: a week of a board that sends a hundred a second is gigabytes. */
    async areTooMany(installationId: number, { from, to }: TimeSpan) {
      if (to <= from) return false;
      const begin = instant(Math.floor(from / QUARTER_MS) * QUARTER_MS);
      const counted = await repository.counts(installationId, { from: begin, to });
      return counted.reduce((sum, { frames }) => sum + frames, 0) > MAX_EXPORT_FRAMES;
    },
    /** Frames that are not excluded, ascending. */
    async read(installationId: number, span: TimeSpan, fields: RequestedFields = 'all') {
      const [every, excluded] = await Promise.all([
        readEvery(installationId, span, fields),
        isSome(span) ? repository.exclusions(installationId, span) : [],
      ]);
      if (excluded.length === 0) return every;
      return joinFrames(openParts(span, excluded).map(({ from, to }) => framesWithin(every, from, to)));
    },
  };
};

/** Frames older than this are written with the late ones, so that no live frame reaches a closed day. */
export const LIVE_FOR_MS = 2 * HOUR_MS;
const DAYS_AHEAD = 2;
/** Rows of closed days are retained for this time, for late writers. */
const ROWS_RETAINED_DAYS = 3;

export type ReadingPartitions = ReturnType<typeof createReadingPartitions>;

export const createReadingPartitions = (
  needs: Pick<Platform, 'clock' | 'log' | 'retentionDays'> & { partitions: PartitionsRepository },
) => {
  const { partitions, clock, retentionDays, log } = needs;
  const existing = new Set<number>();

  const prepare = async (days: Iterable<number>, freshness: 'live' | 'late'): Promise<void> => {
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
    /** Creates missing partitions of `reading` for days since 1970. Live frames do not check for closed days, so these reopen. */
    prepare,
    /** Discards the list of existing partitions, after a statement failed. */
    forget: () => existing.clear(),
    /** Creates partitions of coming days, drops those beyond retention, and those of closed days. */
    async maintain() {
      const today = dayNumber(clock());
      const ahead = Array.from({ length: DAYS_AHEAD + 1 }, (_, days) => today + days);
      await prepare(ahead, 'live');
      for (const day of ahead) await partitions.createQuarters(day);
      await dropOld();
    },
  };
};

/** A day is closed six hours after its end; one that a late frame has reopened, within half an hour. */
const TWICE_AN_HOUR = '2,32 * * * *';
const CLOSING = new URL('./closing/close-days.worker.ts', import.meta.url);

export type SeriesFeature = ReturnType<typeof createSeriesFeature>;

export const createSeriesFeature = (
  needs: Pick<Platform, 'clock' | 'jobs' | 'retentionDays'> & {
    database: Pick<Database, 'pool' | 'connectionString'>;
    threads: WorkerThreads;
  },
) => {
  const { database, threads, clock, jobs, retentionDays } = needs;
  jobs.schedule('close-days', TWICE_AN_HOUR, () => {
    const input: ClosingInput = { connectionString: database.connectionString, now: clock(), retentionDays };
    return threads.run<void>({ module: CLOSING, input, person: null });
  });
  return {
    days: createMeterDays({ pool: database.pool, clock }),
    frames: createMeterFrames({ repository: createMeterFramesRepository(database.pool), clock }),
    quality: createMeterQualityRepository(database.pool),
    /** Closes finished days in the calling thread, as the schedule does in a worker thread. @returns their number */
    closeDays: createCloseDays({ closing: createClosingRepository(database.pool), clock, retentionDays }),
  };
};
