import { decideOpportunity, listOpportunities } from '@nascente/contract/insight/opportunities';
import { deviceOf } from '../../people/session/index.ts';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { OpportunitiesService } from './opportunities.service.ts';

export const bindOpportunities = (app: CallBinder, opportunities: OpportunitiesService): void => {
  bindCall(app, listOpportunities, ({ caller }) => opportunities.list(caller));
  bindCall(app, decideOpportunity, async ({ caller, params, body, request }) => {
    await opportunities.decide(caller, params.id, body, deviceOf(request));
    return { ok: true };
  });
};
