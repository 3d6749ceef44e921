import type { Instant } from '@nascente/domain/base/time/zone';
import { createExportRepository } from '../../operations/own-data/export.repository.ts';
import { createExportService } from '../../operations/own-data/export.service.ts';
import { createReadingsRemovalRepository } from '../../operations/own-data/readings-removal.repository.ts';
import { createReadingsRemoval } from '../../operations/own-data/readings-removal.ts';
import { createRemovalService } from '../../operations/own-data/removal.service.ts';
import type { Database } from '../../platform/database/open-database.ts';
import type { ReadDatabase } from '../../platform/database/read-database.ts';
import type { CallBinder } from '../../platform/http/bind-call.ts';
import type { JobRunner } from '../../platform/jobs/job-runner.ts';
import type { MeterDirectory } from '../../sites/meters/index.ts';
import { createMeterDays } from '../../telemetry/series/index.ts';
import type { AccountsService } from '../accounts/index.ts';
import type { AuditTrail } from '../audit/index.ts';
import type { SessionFeature } from '../session/index.ts';
import { bindAccount } from './account.routes.ts';
import { createOwnSessionsService } from './own-sessions.service.ts';
import { createProfileRepository } from './profile.repository.ts';
import { createProfileService } from './profile.service.ts';
import { createUpgradeRequestsRepository } from './upgrade-requests.repository.ts';
import { createUpgradeRequestsService } from './upgrade-requests.service.ts';

interface AccountFeature {
  register(app: CallBinder): void;
}

/** What people do with their own account. To be called before the jobs start. */
export const createAccountFeature = (needs: {
  database: Pick<Database, 'db'>;
  /** Where the person's own export is read. */
  reading: Pick<ReadDatabase, 'db' | 'pool'>;
  jobs: Pick<JobRunner, 'queue'>;
  accounts: Pick<AccountsService, 'findUser'>;
  session: Pick<SessionFeature, 'session' | 'own' | 'confirmPassword'>;
  audit: AuditTrail;
  directory: Pick<MeterDirectory, 'announce'>;
  clock: () => Instant;
}): AccountFeature => {
  const { reading, jobs, accounts, audit, directory, clock } = needs;
  const { db } = needs.database;
  const { session, own, confirmPassword } = needs.session;
  const leftReadings = createReadingsRemoval({ jobs, readings: createReadingsRemovalRepository(db) });
  const services = {
    profile: createProfileService({ profiles: createProfileRepository(db), accounts, audit, clock }),
    sessions: createOwnSessionsService({ sessions: own, audit }),
    upgrades: createUpgradeRequestsService({ requests: createUpgradeRequestsRepository(db), audit, clock }),
    exports: createExportService({
      held: createExportRepository(reading.db),
      days: createMeterDays({ pool: reading.pool, clock }),
      confirmPassword,
      audit,
      clock,
    }),
    removal: createRemovalService({ db, confirmPassword, leftReadings, audit, session, directory }),
  };
  return { register: (app) => bindAccount(app, services) };
};
