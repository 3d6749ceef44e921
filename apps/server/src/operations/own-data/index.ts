import type { Instant } from '@nascente/domain/base/time/zone';
import type { AuditTrail } from '../../people/audit/index.ts';
import type { SessionFeature } from '../../people/session/index.ts';
import type { ReadDatabase } from '../../platform/database/connections/read-database.ts';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { JobRunner } from '../../platform/jobs/job-runner.ts';
import type { MeterDirectory } from '../../sites/meters/index.ts';
import { createMeterDays } from '../../telemetry/series/index.ts';
import { createExportRepository } from './export.repository.ts';
import { createExportService } from './export.service.ts';
import { bindOwnData } from './own-data.routes.ts';
import { createReadingsRemovalRepository } from './readings-removal.repository.ts';
import { createReadingsRemoval } from './readings-removal.ts';
import { createRemovalService } from './removal.service.ts';

/** Export of a person's data and removal of the account (LGPD, art. 18). Create it before the jobs start. */
export const createOwnDataFeature = (needs: {
  database: Pick<Database, 'db'>;
  /** The export is read here. */
  reading: Pick<ReadDatabase, 'db' | 'pool'>;
  jobs: Pick<JobRunner, 'queue'>;
  session: Pick<SessionFeature, 'session' | 'confirmPassword'>;
  audit: AuditTrail;
  directory: Pick<MeterDirectory, 'announce'>;
  clock: () => Instant;
}): { register(app: CallBinder): void } => {
  const { reading, jobs, audit, directory, clock } = needs;
  const { db } = needs.database;
  const { session, confirmPassword } = needs.session;
  const leftReadings = createReadingsRemoval({ jobs, readings: createReadingsRemovalRepository(db) });
  const exports = createExportService({
    held: createExportRepository(reading.db),
    days: createMeterDays({ pool: reading.pool, clock }),
    confirmPassword,
    audit,
    clock,
  });
  const removal = createRemovalService({ db, confirmPassword, leftReadings, audit, session, directory });
  return { register: (app) => bindOwnData(app, { exports, removal }) };
};
