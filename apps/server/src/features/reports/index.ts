import type { Instant } from '@nascente/domain/time/zone';
import type { Database } from '../../platform/database/open-database.ts';
import type { CallBinder } from '../../platform/http/bind-call.ts';
import type { JobRunner } from '../../platform/jobs/job-runner.ts';
import type { Mail } from '../../platform/mail/mail.ts';
import type { WorkerThreads } from '../../platform/workers/worker-threads.ts';
import type { BillsService } from '../bills/index.ts';
import type { ApportionmentService } from '../groups/index.ts';
import { createReportSubscriptions } from './report-subscriptions.service.ts';
import { bindReports } from './reports.routes.ts';
import { createReportsService } from './reports.service.ts';

/** Beside the full hour, when much else is looked at. */
const EACH_HOUR = '12 * * * *';

export interface ReportsFeature {
  /** Posts the reports of cycles that are over; runs by itself. */
  sendDue(): Promise<void>;
  register(app: CallBinder): void;
}

/** Reports to keep or to send on, of figures that other features tell. */
export const createReportsFeature = (needs: {
  database: Pick<Database, 'db'>;
  bills: BillsService;
  apportionment: ApportionmentService;
  threads: WorkerThreads;
  mail: Pick<Mail, 'kind'>;
  jobs: Pick<JobRunner, 'schedule'>;
  brandRule: readonly string[];
  letterUrl: string;
  clock: () => Instant;
}): ReportsFeature => {
  const reports = createReportsService(needs);
  const subscriptions = createReportSubscriptions({ ...needs, db: needs.database.db, reports });
  needs.jobs.schedule('cycle-reports', EACH_HOUR, subscriptions.sendDue);
  return {
    sendDue: subscriptions.sendDue,
    register: (app) => bindReports(app, reports, subscriptions),
  };
};
