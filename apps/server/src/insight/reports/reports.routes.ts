import {
  listReportSubscriptions,
  listReports,
  makeReport,
  readReport,
  readReportFile,
  readReportSubscription,
  saveReportSubscription,
  subscribeToReports,
  unsubscribeFromReports,
} from '@nascente/contract/insight/reports';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { ReportsService } from './reports.service.ts';
import type { ReportSubscriptions } from './subscriptions.service.ts';

export const bindReports = (
  app: CallBinder,
  reports: ReportsService,
  subscriptions: ReportSubscriptions,
): void => {
  bindCall(app, readReport, ({ caller, params, query, signal, requireThroughout }) => {
    requireThroughout(() => reports.daysNow(caller, params.id, query));
    return reports.readNow(caller, params.id, query, signal);
  });
  bindCall(app, listReports, async ({ caller, query }) => ({
    ok: true,
    ...(await reports.list(caller, query)),
  }));
  bindCall(app, makeReport, async ({ caller, body }) => ({
    ok: true,
    report: await reports.make(caller, body),
  }));
  bindCall(app, readReportFile, ({ caller, params, query, requireThroughout }) => {
    requireThroughout(() => reports.requireSeen(caller, params.id));
    return reports.file(caller, params.id, query);
  });
  bindCall(app, listReportSubscriptions, async ({ caller }) => ({
    ok: true,
    subscriptions: await subscriptions.list(caller),
  }));
  bindCall(app, subscribeToReports, async ({ caller, body }) => ({
    ok: true,
    subscription: await subscriptions.save(caller, body),
  }));
  bindCall(app, unsubscribeFromReports, async ({ caller, params }) => {
    await subscriptions.remove(caller, params.id);
    return { ok: true };
  });
  bindCall(app, readReportSubscription, async ({ caller, params, query }) => ({
    ok: true,
    isSubscribed: await subscriptions.has(caller, params.id, query.type),
  }));
  bindCall(app, saveReportSubscription, async ({ caller, params, body }) => {
    await subscriptions.set(caller, params.id, body.type, body.isSubscribed);
    return { ok: true, isSubscribed: body.isSubscribed };
  });
};
