import type { ConsolidatedDay } from '@nascente/contract/energy/consumption';

/** What flowed back through the meter in an hour, kWh over its phases. */
export const injectedIn = ({
  consumptioninjectedPower: { phaseA, phaseB, phaseC },
}: ConsolidatedDay['hours'][number]): number => phaseA + phaseB + phaseC;
