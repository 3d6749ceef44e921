import { readReport } from '@nascente/contract/reports';
import { bindCall, type CallBinder } from '../../platform/http/bind-call.ts';
import type { ReportsService } from './reports.service.ts';

export const bindReports = (app: CallBinder, reports: ReportsService): void => {
  bindCall(app, readReport, ({ caller, params, query, signal }) =>
    reports.read(caller, params.id, query, signal),
  );
};
