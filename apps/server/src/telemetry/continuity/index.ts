import { judgeOutage, readContinuity, saveContinuityLimits } from '@nascente/contract/telemetry/continuity';
import type { AuditTrail } from '../../people/audit/index.ts';
import type { Connection } from '../../platform/database/open-database.ts';
import { bindCall, bindField, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { Platform } from '../../platform/platform.ts';
import type { EstablishmentsService } from '../../sites/establishments/index.ts';
import type { MeterDirectory } from '../../sites/meters/index.ts';
import type { SeriesFeature } from '../series/index.ts';
import { createContinuityRepository } from './continuity.repository.ts';
import { createContinuityService } from './continuity.service.ts';
import { createOutageReader } from './outage-reader.ts';

/** Interruptions of the supply and their indicators by PRODIST Module 8. */
export const createContinuityFeature = (
  needs: Pick<Platform, 'clock' | 'retentionDays'> & {
    db: Connection;
    audit: AuditTrail;
    establishments: EstablishmentsService;
    directory: MeterDirectory;
    series: Pick<SeriesFeature, 'frames' | 'quality'>;
  },
): { register(app: CallBinder): void } => {
  const { db, series } = needs;
  const outages = createOutageReader({ ...needs, ...series, repository: createContinuityRepository(db) });
  const service = createContinuityService({ ...needs, outages });
  return {
    register(app) {
      bindField(app, readContinuity, ({ caller, params, query }) =>
        service.read(caller, params.id, query.month),
      );
      bindCall(app, saveContinuityLimits, ({ caller, params, body }) =>
        service.saveLimits(caller, params.id, body),
      );
      bindCall(app, judgeOutage, ({ caller, params, body }) => service.judge(caller, params.id, body));
    },
  };
};
