import type { Instant } from '@nascente/domain/time/zone';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/bind-call.ts';
import type { MeterDirectory } from '../meters/index.ts';
import { createFramePages } from './frame-pages.ts';
import { createFramePlaces } from './frame-places.ts';
import { createFramesRepository } from './frames.repository.ts';
import { bindReadings, bindTelemetry } from './readings.routes.ts';
import { createReadingsService } from './readings.service.ts';
import { createTelemetryRepository } from './telemetry.repository.ts';
import { createTelemetryService } from './telemetry.service.ts';

export { COUNTED } from './counted-readings.ts';
export { FRAME_COLUMNS, type FrameField } from './frame-fields.ts';
export type { Span } from './frames.repository.ts';
export { askedSpan, readableSpan } from './reading-range.ts';

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
  const telemetry = createTelemetryService({ telemetry: repository, pages, ...others });
  return {
    register(app) {
      bindReadings(app, service);
      bindTelemetry(app, telemetry);
    },
  };
};
