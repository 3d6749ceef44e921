import type { Instant } from '@nascente/domain/time/zone';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/bind-call.ts';
import type { JobRunner } from '../../platform/jobs/job-runner.ts';
import type { PackingInput } from '../../platform/workers/packing-input.ts';
import type { WorkerThreads } from '../../platform/workers/worker-threads.ts';
import type { MeterDirectory } from '../meters/index.ts';
import { createFramePages } from './frame-pages.ts';
import { createFramePlacesRepository } from './frame-places.repository.ts';
import { createFrameReader } from './frame-reader.ts';
import { createFramesRepository } from './frames.repository.ts';
import { createFramesPacking } from './frames-packing.ts';
import { createOpenQualityRepository } from './open-quality.repository.ts';
import { createPackedFramesRepository } from './packed-frames.repository.ts';
import { createPackedQualityRepository } from './packed-quality.repository.ts';
import { createQualityRepository } from './quality.repository.ts';
import { createQualityPacker } from './quality-packer.ts';
import { createQualityReader } from './quality-reader.ts';
import { bindReadings, bindTelemetry } from './readings.routes.ts';
import { createReadingsService } from './readings.service.ts';
import { createTelemetryRepository } from './telemetry.repository.ts';
import { createTelemetryService } from './telemetry.service.ts';

export { COUNTED } from './counted-readings.ts';
export { FRAME_COLUMNS, type FrameField } from './frame-fields.ts';
export type { Span } from './frames.repository.ts';
export { askedSpan, readableSpan } from './reading-range.ts';

/** What the hourly job of packed days does for power factor and voltage. */
export const createQualityPacking = (needs: {
  database: Pick<Database, 'pool'>;
  clock: () => Instant;
}): ReturnType<typeof createQualityPacker> => {
  const { pool } = needs.database;
  const [packed, open] = [createPackedQualityRepository(pool), createOpenQualityRepository(pool)];
  return createQualityPacker({ packed, open, clock: needs.clock });
};

/** When a quarter-hour has passed, with a minute for its last frames. */
const EVERY_QUARTER = '1-59/15 * * * *';
const PACKING = new URL('./pack-frames.worker.ts', import.meta.url);

export interface ReadingsFeature {
  /** Packs frames as they are answered; runs every quarter of an hour by itself, in a thread of its own. */
  packFrames(): Promise<number>;
  register(app: CallBinder): void;
}

export const createReadingsFeature = (needs: {
  database: Pick<Database, 'pool' | 'connectionString'>;
  threads: WorkerThreads;
  directory: MeterDirectory;
  clock: () => Instant;
  retentionDays: number;
  jobs: Pick<JobRunner, 'schedule'>;
}): ReadingsFeature => {
  const { database, threads, jobs, ...others } = needs;
  const frames = createFramesRepository(database.pool);
  const packed = createPackedFramesRepository(database.pool);
  jobs.schedule('pack-frames', EVERY_QUARTER, () => {
    const input: PackingInput = { connectionString: database.connectionString, now: needs.clock() };
    return threads.run<void>({ module: PACKING, input, person: null });
  });
  const places = createFramePlacesRepository(database.pool);
  const reader = createFrameReader({ frames, packed, clock: needs.clock });
  const pages = createFramePages({ frames, places, reader });
  const service = createReadingsService({ frames, pages, ...others });
  const repository = createTelemetryRepository(database.pool);
  const quality = createQualityReader(createQualityRepository(database.pool));
  const telemetry = createTelemetryService({ telemetry: repository, quality, pages, ...others });
  return {
    packFrames: createFramesPacking({ database, clock: needs.clock }),
    register(app) {
      bindReadings(app, service);
      bindTelemetry(app, telemetry);
    },
  };
};
