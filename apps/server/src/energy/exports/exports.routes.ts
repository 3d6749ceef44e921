import { exportReadings } from '@nascente/contract/energy/exports';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { ExportService } from './export.service.ts';

export const bindExports = (app: CallBinder, exports: ExportService): void => {
  bindCall(app, exportReadings, ({ caller, params, query, requireThroughout }) => {
    requireThroughout(() => exports.requireMeter(caller, params.mac));
    return exports.ofMeter(caller, params.mac, query);
  });
};
