import type { Instant } from '@nascente/domain/time/zone';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/bind-call.ts';
import type { MeterDirectory } from '../meters/index.ts';
import { createFramePages } from './frame-pages.ts';
import { createFramesRepository } from './frames.repository.ts';
import { bindReadings } from './readings.routes.ts';
import { createReadingsService } from './readings.service.ts';

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
  const service = createReadingsService({ frames, pages: createFramePages(frames), ...others });
  return { register: (app) => bindReadings(app, service) };
};
