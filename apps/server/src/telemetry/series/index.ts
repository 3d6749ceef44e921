import type { Instant } from '@nascente/domain/base/time/zone';
import type { Database } from '../../platform/database/open-database.ts';
import type { JobRunner } from '../../platform/jobs/job-runner.ts';
import type { ClosingInput } from '../../platform/workers/closing-input.ts';
import type { WorkerThreads } from '../../platform/workers/worker-threads.ts';
import { createCloseDays } from './closing/close-days.ts';
import { createClosingRepository } from './closing/closing.repository.ts';
import { createMeterDays } from './days/meter-days.ts';
import {
  createMeterFramesRepository,
  createMeterQualityRepository,
} from './frames/meter-frames.repository.ts';
import { createMeterFrames } from './frames/meter-frames.ts';

export {
  CLOSING_LOCK,
  reopenFrames,
  reopenTotals,
  type TouchedFrame,
} from './closing/reopening.repository.ts';
export { sqlOf } from './days/interval-queries.repository.ts';
export { importedQuarters, measuredAt } from './days/measured-times.repository.ts';
export { createMeterDays, type MeterDays, type SeriesRequest } from './days/meter-days.ts';
export type { MeterQuality } from './frames/meter-frames.repository.ts';
export { type CountedQuarter, createMeterFramesRepository } from './frames/meter-frames.repository.ts';
export { createMeterFrames, type MeterFrames } from './frames/meter-frames.ts';
export { createPartitionsRepository } from './frames/partitions.repository.ts';
export { createReadingPartitions, LIVE_FOR_MS, type ReadingPartitions } from './frames/reading-partitions.ts';
export type { InstallationSpan } from './utc-day.ts';
export { dayNumber } from './utc-day.ts';

/** A day is closed six hours after its end; one that a late frame has reopened, within half an hour. */
const TWICE_AN_HOUR = '2,32 * * * *';
const CLOSING = new URL('./closing/close-days.worker.ts', import.meta.url);

export type SeriesFeature = ReturnType<typeof createSeriesFeature>;

export const createSeriesFeature = (needs: {
  database: Pick<Database, 'pool' | 'connectionString'>;
  threads: WorkerThreads;
  clock: () => Instant;
  jobs: Pick<JobRunner, 'schedule'>;
  retentionDays: number;
}) => {
  const { database, threads, clock, jobs, retentionDays } = needs;
  jobs.schedule('close-days', TWICE_AN_HOUR, () => {
    const input: ClosingInput = { connectionString: database.connectionString, now: clock(), retentionDays };
    return threads.run<void>({ module: CLOSING, input, person: null });
  });
  return {
    days: createMeterDays({ pool: database.pool, clock }),
    frames: createMeterFrames({ repository: createMeterFramesRepository(database.pool), clock }),
    quality: createMeterQualityRepository(database.pool),
    /** Closes the days that are over; runs by itself, in a thread of its own. Answers how many that were. */
    closeDays: createCloseDays({ closing: createClosingRepository(database.pool), clock, retentionDays }),
  };
};
