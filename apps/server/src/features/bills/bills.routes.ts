import { readBill, readPriceTariff } from '@nascente/contract/bills';
import { bindCall, type CallBinder } from '../../platform/http/bind-call.ts';
import type { BillsService } from './bills.service.ts';

export const bindBills = (app: CallBinder, bills: BillsService): void => {
  bindCall(app, readBill, async ({ caller, params, query }) => ({
    ok: true,
    bill: await bills.read(caller, params.id, query),
  }));
  bindCall(app, readPriceTariff, async ({ caller, params }) => ({
    ok: true,
    data: await bills.priceTariff(caller, params),
  }));
};
