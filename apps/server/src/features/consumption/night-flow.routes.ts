import { readNightFlow } from '@nascente/contract/water';
import { bindCall, type CallBinder } from '../../platform/http/bind-call.ts';
import type { NightFlowService } from './night-flow.service.ts';

export const bindNightFlow = (app: CallBinder, nightFlow: NightFlowService): void => {
  bindCall(app, readNightFlow, async ({ caller, params }) => ({
    ok: true,
    nightFlow: await nightFlow.ofMeter(caller, params.mac),
  }));
};
