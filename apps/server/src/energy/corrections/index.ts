import type { Instant } from '@nascente/domain/base/time/zone';
import type { AuditTrail } from '../../people/audit/index.ts';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { MeterDirectory } from '../../sites/meters/index.ts';
import type { SeriesFeature } from '../../telemetry/series/index.ts';
import type { ConsumptionReader, SubjectPrices } from '../consumption/index.ts';
import { bindCorrections } from './corrections.routes.ts';
import { createCorrectionsService } from './corrections.service.ts';

export { createSetAside } from './set-aside.repository.ts';

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
  return { register: (app) => bindCorrections(app, service) };
};
