import { countFrames, readFramePage, readLastFrame } from '@nascente/contract/telemetry/readings';
import {
  projectFrames,
  readFrames,
  readTelemetries,
  readTelemetryStatus,
} from '@nascente/contract/telemetry/telemetry';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { Database } from '../../platform/database/open-database.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import { LargeAnswer } from '../../platform/http/calls/large-answer.ts';
import type { MeterDirectory } from '../../sites/meters/index.ts';
import type { SeriesFeature } from '../series/index.ts';
import { createFramePages } from './frame-pages.ts';
import { createNewestFrameRepository } from './newest-frame.repository.ts';
import { createQualityReader } from './quality-reader.ts';
import { createReadingsService, newestFirst, type ReadingsService } from './readings.service.ts';

export { createQualityReader, type QualityReader } from './quality-reader.ts';
export type { ReadingsService } from './readings.service.ts';
export {
  checkPeriod,
  type RequestedPeriod,
  readableSpan,
  requestedPeriodOf as periodAsked,
  requestedSpan as askedSpan,
} from './requested-period.ts';

export const createReadingsFeature = (needs: {
  database: Pick<Database, 'pool'>;
  series: Pick<SeriesFeature, 'frames' | 'quality'>;
  directory: MeterDirectory;
  clock: () => Instant;
  retentionDays: number;
}) => {
  const { database, series, directory, clock, retentionDays } = needs;
  const { frames } = series;
  const pages = createFramePages(frames);
  const newest = createNewestFrameRepository(database.pool);
  const quality = createQualityReader({ closed: series.quality, frames });
  const service = createReadingsService({ directory, clock, retentionDays, newest, frames, quality, pages });
  return {
    service,
    register(app: CallBinder): void {
      bindCall(app, readLastFrame, async ({ caller, body }) => {
        const [value = null] = newestFirst(await service.newest(caller, body.id));
        return { value };
      });
      bindCall(app, readFramePage, async ({ caller, body }) => {
        const { frames, next } = await service.page(caller, body);
        return new LargeAnswer({ value: newestFirst(frames), next });
      });
      bindCall(app, countFrames, async ({ caller, body }) => ({ value: await service.count(caller, body) }));
      bindCall(
        app,
        readTelemetries,
        async ({ caller, body }) => new LargeAnswer({ telemetries: await service.ofDay(caller, body) }),
      );
      bindCall(app, readTelemetryStatus, async ({ caller, body }) => ({
        status: await service.status(caller, body),
      }));
      bindCall(app, readFrames, async ({ caller, body }) => {
        const frames = await service.frames(caller, body);
        return new LargeAnswer({ value: newestFirst(frames) });
      });
      bindCall(app, projectFrames, async ({ caller, body }) => {
        const value = await service.rows(caller, body);
        return new LargeAnswer({ value });
      });
    },
  };
};
