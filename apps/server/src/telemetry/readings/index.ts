import type { Instant } from '@nascente/domain/base/time/zone';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { MeterDirectory } from '../../sites/meters/index.ts';
import type { SeriesFeature } from '../series/index.ts';
import { createFramePages } from './frame-pages.ts';
import { createNewestFrameRepository } from './newest-frame.repository.ts';
import { createQualityReader } from './quality-reader.ts';
import { bindReadings } from './readings.routes.ts';
import { createReadingsService } from './readings.service.ts';

export { checkPeriod, type PeriodAsked, periodAsked } from './period-asked.ts';
export { createQualityReader, type QualityReader } from './quality-reader.ts';
export { askedSpan, readableSpan } from './reading-range.ts';

export type { ReadingsService } from './readings.service.ts';

export const createReadingsFeature = (needs: {
  database: Pick<Database, 'pool'>;
  series: Pick<SeriesFeature, 'frames' | 'quality'>;
  directory: MeterDirectory;
  clock: () => Instant;
  retentionDays: number;
}) => {
  const { database, series, ...others } = needs;
  const { frames } = series;
  const pages = createFramePages(frames);
  const newest = createNewestFrameRepository(database.pool);
  const quality = createQualityReader({ closed: series.quality, frames });
  const service = createReadingsService({ newest, frames, quality, pages, ...others });
  return {
    service,
    register: (app: CallBinder): void => bindReadings(app, service),
  };
};
