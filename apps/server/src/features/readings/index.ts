import type { Instant } from '@nascente/domain/time/zone';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/bind-call.ts';
import type { JobRunner } from '../../platform/jobs/job-runner.ts';
import type { MeterDirectory } from '../meters/index.ts';
import { createDayFramesPacker } from './day-frames-packer.ts';
import { createFramePages } from './frame-pages.ts';
import { createFramePlacesRepository } from './frame-places.repository.ts';
import { createFrameReader } from './frame-reader.ts';
import { createFramesRepository } from './frames.repository.ts';
import { createOpenFramesRepository } from './open-frames.repository.ts';
import { createOpenFramesPacker } from './open-frames-packer.ts';
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

export interface ReadingsFeature {
  /** Packs frames as they are answered; runs every quarter of an hour by itself. Answers how many days that were. */
  packFrames(): Promise<number>;
  register(app: CallBinder): void;
}

export const createReadingsFeature = (needs: {
  database: Pick<Database, 'pool'>;
  directory: MeterDirectory;
  clock: () => Instant;
  retentionDays: number;
  jobs: Pick<JobRunner, 'schedule'>;
}): ReadingsFeature => {
  const { database, jobs, ...others } = needs;
  const frames = createFramesRepository(database.pool);
  const packed = createPackedFramesRepository(database.pool);
  const open = createOpenFramesRepository(database.pool);
  const packOpen = createOpenFramesPacker({ open, clock: needs.clock });
  const packClosed = createDayFramesPacker({ frames, packed });
  const packFrames = async (): Promise<number> => {
    await packOpen();
    return packClosed();
  };
  jobs.schedule('pack-frames', EVERY_QUARTER, async () => void (await packFrames()));
  const places = createFramePlacesRepository(database.pool);
  const reader = createFrameReader({ frames, packed, clock: needs.clock });
  const pages = createFramePages({ frames, places, reader });
  const service = createReadingsService({ frames, pages, ...others });
  const repository = createTelemetryRepository(database.pool);
  const quality = createQualityReader(createQualityRepository(database.pool));
  const telemetry = createTelemetryService({ telemetry: repository, quality, pages, ...others });
  return {
    packFrames,
    register(app) {
      bindReadings(app, service);
      bindTelemetry(app, telemetry);
    },
  };
};
