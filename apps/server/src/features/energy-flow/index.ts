import { readEnergyFlow } from '@nascente/contract/energy-flow';
import { bindCall, type CallBinder } from '../../platform/http/bind-call.ts';
import type { BillsService, CycleAmounts } from '../bills/index.ts';
import type { QuarterSums } from '../consumption/index.ts';
import type { ApportionmentService } from '../groups/index.ts';
import type { TariffsService } from '../tariffs/index.ts';
import { createEnergyFlowService, type EnergyFlowService } from './energy-flow.service.ts';

export type { EnergyFlowService } from './energy-flow.service.ts';

interface EnergyFlowFeature {
  readonly service: EnergyFlowService;
  register(app: CallBinder): void;
}

/** Where the energy and the bill of an establishment go. */
export const createEnergyFlowFeature = (needs: {
  bills: { readonly service: Pick<BillsService, 'begin'>; readonly amounts: CycleAmounts };
  groups: { readonly apportionment: ApportionmentService };
  sums: QuarterSums;
  tariffs: TariffsService;
}): EnergyFlowFeature => {
  const { bills, groups, sums, tariffs } = needs;
  const flows = createEnergyFlowService({
    bills: bills.service,
    amounts: bills.amounts,
    apportionment: groups.apportionment,
    sums,
    tariffs,
  });
  return {
    service: flows,
    register: (app) =>
      bindCall(app, readEnergyFlow, async ({ caller, params, query }) => ({
        ok: true,
        flow: await flows.read(caller, params.id, query),
      })),
  };
};
