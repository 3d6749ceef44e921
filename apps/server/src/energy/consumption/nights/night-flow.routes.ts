import { judgeLeak, readNightFlow, withdrawLeakVerdict } from '@nascente/contract/energy/water';
import { deviceOf } from '../../../people/session/index.ts';
import { bindCall, type CallBinder } from '../../../platform/http/calls/bind-call.ts';
import type { NightFlowService } from './night-flow.service.ts';

export const bindNightFlow = (app: CallBinder, nightFlow: NightFlowService): void => {
  bindCall(app, readNightFlow, async ({ caller, params }) => ({
    ok: true,
    nightFlow: await nightFlow.ofMeter(caller, params.mac),
  }));
  bindCall(app, judgeLeak, async ({ caller, params, body, request }) => ({
    ok: true,
    nightFlow: await nightFlow.judge(caller, params.mac, body, deviceOf(request)),
  }));
  bindCall(app, withdrawLeakVerdict, async ({ caller, params, query, request }) => ({
    ok: true,
    nightFlow: await nightFlow.withdraw(caller, params.mac, query.since, deviceOf(request)),
  }));
};
