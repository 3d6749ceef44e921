import { readReport, readReportSubscription, saveReportSubscription } from '@nascente/contract/reports';
import { bindCall, type CallBinder } from '../../platform/http/bind-call.ts';
import type { ReportSubscriptionsService } from './report-subscriptions.service.ts';
import type { ReportsService } from './reports.service.ts';

export const bindReports = (
  app: CallBinder,
  reports: ReportsService,
  subscriptions: ReportSubscriptionsService,
): void => {
  bindCall(app, readReport, ({ caller, params, query, signal }) =>
    reports.read(caller, params.id, query, signal),
  );
  bindCall(app, readReportSubscription, async ({ caller, params, query }) => ({
    ok: true,
    isSubscribed: await subscriptions.has(caller, params.id, query.type),
  }));
  bindCall(app, saveReportSubscription, async ({ caller, params, body }) => {
    await subscriptions.save(caller, params.id, body.type, body.isSubscribed);
    return { ok: true, isSubscribed: body.isSubscribed };
  });
};
