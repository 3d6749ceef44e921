import { readEnergyFlow } from '@nascente/contract/money/energy-flow';
import { bindCall, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { ApportionmentService } from '../apportionment/index.ts';
import { createEnergyFlowService, type EnergyFlowService } from './energy-flow.service.ts';

export type { EnergyFlowService } from './energy-flow.service.ts';

interface EnergyFlowFeature {
  readonly service: EnergyFlowService;
  register(app: CallBinder): void;
}

/** The flows of energy and money of an establishment. */
export const createEnergyFlowFeature = (needs: {
  apportionment: ApportionmentService;
}): EnergyFlowFeature => {
  const flows = createEnergyFlowService(needs);
  return {
    service: flows,
    register: (app) =>
      bindCall(app, readEnergyFlow, async ({ caller, params, query }) => ({
        ok: true,
        flow: await flows.read(caller, params.id, query),
      })),
  };
};
