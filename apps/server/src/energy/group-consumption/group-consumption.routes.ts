import { listGroups, readGroup } from '@nascente/contract/sites/groups';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { GroupConsumptionService } from './group-consumption.service.ts';

export const bindGroupConsumption = (app: CallBinder, groups: GroupConsumptionService): void => {
  bindCall(app, listGroups, async ({ caller, query }) => ({
    ok: true,
    groups: await groups.list(caller, query),
  }));
  bindCall(app, readGroup, async ({ caller, params, query }) => ({
    ok: true,
    ...(await groups.read(caller, params.id, query)),
  }));
};
