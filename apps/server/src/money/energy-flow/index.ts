import type { QueryOf } from '@nascente/contract/base/call';
import { type EnergyFlow, readEnergyFlow } from '@nascente/contract/money/energy-flow';
import { repeatShares } from '@nascente/domain/telemetry/intervals/totals';
import { inUnits } from '../../energy/consumption/index.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { bindField, type CallBinder } from '../../platform/http/calls/bind-call.ts';
import type { ApportionmentService } from '../apportionment/index.ts';

export type EnergyFlowService = ReturnType<typeof createEnergyFlowService>;

const UNKNOWN_SPLIT =
  'A geração dos painéis não aparece: sem um medidor geral, não dá para saber quanto dela foi usado aqui.';

/** An apportionment as flows, with the same amounts and balance. */
const createEnergyFlowService = (needs: {
  apportionment: Pick<ApportionmentService, 'readWithBalance'>;
}) => ({
  /** Throws NotAllowed for a client user with access to only some of the meters. */
  async read(caller: Caller, id: string, requested: QueryOf<typeof readEnergyFlow>): Promise<EnergyFlow> {
    const { apportionment, balance, establishment } = await needs.apportionment.readWithBalance(caller, id, {
      ...requested,
      by: 'meters',
    });
    const { isFullyMeasured, hasInverter } = balance;
    const { type, establishmentName, start, end, previousCycle, nextCycle, total } = apportionment;
    const systems = new Map(
      establishment.facts.meters.map(({ installationId, system }) => [String(installationId), system]),
    );
    return {
      type,
      establishmentName,
      start,
      end,
      previousCycle,
      nextCycle,
      isFullyMeasured,
      fromGrid: inUnits(balance.fromGrid),
      fromPanels: inUnits(balance.fromPanels),
      toGrid: inUnits(balance.toGrid),
      excess: inUnits(balance.excess),
      total,
      parts: apportionment.parts.map((part) => ({
        id: part.id ?? '',
        name: part.name,
        macAddress: part.macAddress ?? '',
        system: systems.get(part.id ?? '') ?? null,
        total: part.total,
        amount: part.energy,
        ...repeatShares(part),
      })),
      rest: {
        total: inUnits(balance.rest),
        amount: apportionment.rest.energy,
        fixed: apportionment.fixed,
        // With a cost of energy, `fixed` already contains the lines that are not shared.
        unshared: apportionment.rest.energy === null ? apportionment.rest.unshared : 0,
      },
      ...repeatShares(apportionment),
      notes: hasInverter && !isFullyMeasured ? [...apportionment.notes, UNKNOWN_SPLIT] : apportionment.notes,
    };
  },
});
/** The flows of energy and money of an establishment. */
export const createEnergyFlowFeature = (needs: { apportionment: ApportionmentService }) => {
  const flows = createEnergyFlowService(needs);
  return {
    service: flows,
    register: (app: CallBinder) =>
      bindField(app, readEnergyFlow, ({ caller, params, query }) => flows.read(caller, params.id, query)),
  };
};
