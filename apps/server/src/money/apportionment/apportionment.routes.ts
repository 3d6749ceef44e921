import { readApportionment } from '@nascente/contract/money/apportionment';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { ApportionmentService } from './apportionment.service.ts';

export const bindApportionment = (app: CallBinder, service: ApportionmentService): void =>
  bindCall(app, readApportionment, async ({ caller, params, query }) => ({
    ok: true,
    apportionment: await service.read(caller, params.id, query),
  }));
