import {
  listReportSubscriptions,
  listReports,
  makeReport,
  readReport,
  readReportFile,
  subscribeToReports,
  unsubscribeFromReports,
} from '@nascente/contract/insight/reports';
import type { Database } from '../../platform/database/open-database.ts';
import { bindCall, bindField, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { JobRunner } from '../../platform/jobs/job-runner.ts';
import type { Platform } from '../../platform/platform.ts';
import type { WorkerThreads } from '../../platform/workers/worker-threads.ts';
import { createGathering, type ReportSources } from './gathering.ts';
import { createFirstMeterDay, createReportsRepository } from './keeping/reports.repository.ts';
import { createSubscriptionsRepository } from './keeping/subscriptions.repository.ts';
import { createVersionsRepository } from './keeping/versions.repository.ts';
import { createVisibleReportsRepository } from './keeping/visible-reports.repository.ts';
import { createReportMaking } from './making.service.ts';
import { createReportFiles } from './report-files.ts';
import { type AboutReport, createReportMail } from './report-mail.ts';
import { createReportSubscriptions, createReportsService } from './reports.service.ts';
import { createReportAsking } from './requested-report.ts';

/** Minute 12, at which no other hourly job starts. */
const EACH_HOUR = '12 * * * *';
const EACH_MINUTE = '* * * * *';
export type ReportsFeature = ReturnType<typeof createReportsFeature>;

export const createReportsFeature = (
  needs: Pick<Platform, 'clock' | 'log' | 'mail' | 'publicUrl'> &
    ReportSources & {
      database: Pick<Database, 'db' | 'pool'>;
      threads: WorkerThreads;
      jobs: Pick<JobRunner, 'schedule' | 'queue'>;
      /** E-mails and domains of the accounts that get the second brand. */
      brandRule: readonly string[];
    },
) => {
  const { bills, billChanges, apportionment, groups, establishments } = needs;
  const { threads, mail, jobs, brandRule, publicUrl, clock, log } = needs;
  const { db, pool } = needs.database;
  const sources = { bills, billChanges, apportionment, groups, establishments, clock };
  const reports = createReportsRepository(db);
  const versions = createVersionsRepository(db);
  const visibleReports = createVisibleReportsRepository(pool);
  const write = createReportFiles({ reports, threads, brandRule, clock });
  const asking = createReportAsking({
    bills,
    groups,
    clock,
    reports,
    firstMeterDay: createFirstMeterDay(pool),
  });
  const storedSubscriptions = createSubscriptionsRepository(db);
  const mailMessage = createReportMail({
    reports,
    visibleReports,
    versions,
    subscriptions: storedSubscriptions,
    publicUrl,
  });
  const mails = mail.kind<AboutReport>('report', mailMessage);
  const gather = createGathering({ ...sources, reports });
  const making = createReportMaking({ db, gather, write, mails, jobs, clock, log });
  const service = createReportsService({ ...sources, db, asking, making, write, visibleReports, versions });
  const subscriptions = createReportSubscriptions({ db, asking, making, clock });
  jobs.schedule('due-reports', EACH_HOUR, subscriptions.makeDue);
  jobs.schedule('changed-reports', EACH_HOUR, making.lookAgain);
  jobs.schedule('stalled-reports', EACH_MINUTE, making.resume, { alsoAtStart: true });
  return {
    makeDue: subscriptions.makeDue,
    lookAgain: making.lookAgain,
    resume: making.resume,
    readNow: service.readNow,
    daysNow: service.daysNow,
    register(app: CallBinder): void {
      bindCall(app, readReport, ({ caller, params, query, signal, requireThroughout }) => {
        requireThroughout(() => service.daysNow(caller, params.id, query));
        return service.readNow(caller, params.id, query, signal);
      });
      bindCall(app, listReports, ({ caller, query }) => service.list(caller, query));
      bindField(app, makeReport, ({ caller, body }) => service.make(caller, body));
      bindCall(app, readReportFile, ({ caller, params, query, requireThroughout }) => {
        requireThroughout(() => service.requireVisible(caller, params.id));
        return service.file(caller, params.id, query);
      });
      bindField(app, listReportSubscriptions, ({ caller }) => subscriptions.list(caller));
      bindField(app, subscribeToReports, ({ caller, body }) => subscriptions.save(caller, body));
      bindCall(app, unsubscribeFromReports, ({ caller, params }) => subscriptions.remove(caller, params.id));
    },
  };
};
