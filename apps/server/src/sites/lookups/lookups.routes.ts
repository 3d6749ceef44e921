import { lookUpCep, lookUpCnpj } from '@nascente/contract/sites/lookups';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { LookupsService } from './lookups.service.ts';

export const bindLookups = (app: CallBinder, lookups: LookupsService): void => {
  bindCall(app, lookUpCnpj, async ({ caller, params }) => ({
    ok: true,
    company: await lookups.company(caller, params.cnpj),
  }));
  bindCall(app, lookUpCep, async ({ caller, params }) => ({
    ok: true,
    address: await lookups.address(caller, params.cep),
  }));
};
