import {
  createCorrection,
  listCorrections,
  previewCorrection,
  undoCorrection,
} from '@nascente/contract/energy/corrections';
import type { Instant } from '@nascente/domain/base/time/zone';
import type { AuditTrail } from '../../people/audit/index.ts';
import { deviceOf } from '../../people/session/index.ts';
import type { Database } from '../../platform/database/open-database.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { MeterDirectory } from '../../sites/meters/index.ts';
import type { SeriesFeature } from '../../telemetry/series/index.ts';
import type { ConsumptionReader, SubjectPrices } from '../consumption/index.ts';
import { createCorrectionsService } from './corrections.service.ts';

export { createSetAside } from './corrections.repository.ts';

/** Stretches of readings that an operator marks as wrong. */
export const createCorrectionsFeature = (needs: {
  database: Pick<Database, 'db'>;
  directory: Pick<MeterDirectory, 'findVisible'>;
  reader: ConsumptionReader;
  series: Pick<SeriesFeature, 'days' | 'frames'>;
  prices: SubjectPrices;
  audit: AuditTrail;
  clock: () => Instant;
}): { register(app: CallBinder): void } => {
  const { database, ...rest } = needs;
  const service = createCorrectionsService({ db: database.db, ...rest });
  return {
    register(app: CallBinder): void {
      bindCall(app, listCorrections, async ({ caller, params }) => ({
        corrections: await service.list(caller, params.mac),
      }));
      bindCall(app, previewCorrection, async ({ caller, params, query }) => ({
        effect: await service.preview(caller, params.mac, query),
      }));
      bindCall(app, createCorrection, ({ caller, params, body, request }) =>
        service.exclude(caller, params.mac, body, deviceOf(request)),
      );
      bindCall(app, undoCorrection, async ({ caller, params, request }) => ({
        correction: await service.undo(caller, params.mac, params.id, deviceOf(request)),
      }));
    },
  };
};
