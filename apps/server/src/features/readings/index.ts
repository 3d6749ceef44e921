import type { Instant } from '@nascente/domain/time/zone';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/bind-call.ts';
import type { MeterDirectory } from '../meters/index.ts';
import { createFramePages } from './frame-pages.ts';
import { createFramePlaces } from './frame-places.ts';
import { createFramesRepository } from './frames.repository.ts';
import { createOpenQualityRepository } from './open-quality.repository.ts';
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

export interface ReadingsFeature {
  register(app: CallBinder): void;
}

export const createReadingsFeature = (needs: {
  database: Pick<Database, 'pool'>;
  directory: MeterDirectory;
  clock: () => Instant;
  retentionDays: number;
}): ReadingsFeature => {
  const { database, ...others } = needs;
  const frames = createFramesRepository(database.pool);
  const pages = createFramePages(frames, createFramePlaces(frames));
  const service = createReadingsService({ frames, pages, ...others });
  const repository = createTelemetryRepository(database.pool);
  const quality = createQualityReader(createQualityRepository(database.pool));
  const telemetry = createTelemetryService({ telemetry: repository, quality, pages, ...others });
  return {
    register(app) {
      bindReadings(app, service);
      bindTelemetry(app, telemetry);
    },
  };
};
