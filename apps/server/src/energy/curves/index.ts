import { readCurve } from '@nascente/contract/energy/curves';
import type { Instant } from '@nascente/domain/base/time/zone';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { MeterDirectory } from '../../sites/meters/index.ts';
import { createQualityReader } from '../../telemetry/readings/index.ts';
import type { SeriesFeature } from '../../telemetry/series/index.ts';
import type { EstablishmentPostsReader } from '../tou-periods/index.ts';
import { createCurveReader } from './curve-reader.ts';
import { type CurvesService, createCurvesService } from './curves.service.ts';

export interface CurvesFeature {
  /** As the call answers it. */
  readonly read: CurvesService['read'];
  register(app: CallBinder): void;
}

/** Any quantity of a meter over any time, as a screen can draw it. */
export const createCurvesFeature = (needs: {
  series: Pick<SeriesFeature, 'days' | 'frames' | 'quality'>;
  posts: EstablishmentPostsReader;
  directory: MeterDirectory;
  clock: () => Instant;
  retentionDays: number;
}): CurvesFeature => {
  const { series, ...others } = needs;
  const { days, frames } = series;
  const quality = createQualityReader({ closed: series.quality, frames });
  const reader = createCurveReader({ days, frames, quality });
  const service = createCurvesService({ ...others, reader, frames });
  return {
    read: service.read,
    register(app) {
      bindCall(app, readCurve, async ({ caller, body }) => ({
        ok: true,
        curve: await service.read(caller, body),
      }));
    },
  };
};
