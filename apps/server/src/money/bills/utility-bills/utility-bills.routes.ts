import {
  editUtilityBill,
  enterUtilityBill,
  listUtilityBills,
  readReconciliation,
  removeUtilityBill,
} from '@nascente/contract/money/utility-bills';
import { deviceOf } from '../../../people/session/index.ts';
import { bindCall, type CallBinder } from '../../../platform/http/calls/bind-call.ts';
import type { UtilityBillsService } from './utility-bills.service.ts';

export const bindUtilityBills = (app: CallBinder, bills: UtilityBillsService): void => {
  bindCall(app, listUtilityBills, async ({ caller, params, query }) => ({
    ok: true,
    bills: await bills.list(caller, params.id, query.type),
  }));
  bindCall(app, enterUtilityBill, async ({ caller, params, body, request }) => ({
    ok: true,
    bill: await bills.enter({ caller, device: deviceOf(request) }, params.id, body),
  }));
  bindCall(app, editUtilityBill, async ({ caller, params, body, request }) => ({
    ok: true,
    bill: await bills.edit({ caller, device: deviceOf(request) }, params.id, params.billId, body),
  }));
  bindCall(app, removeUtilityBill, async ({ caller, params, request }) => {
    await bills.remove({ caller, device: deviceOf(request) }, params.id, params.billId);
    return { ok: true };
  });
  bindCall(app, readReconciliation, async ({ caller, params }) => ({
    ok: true,
    reconciliation: await bills.reconcile(caller, params.id, params.billId),
  }));
};
