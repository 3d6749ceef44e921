import type { ConsolidatedDay } from '@nascente/contract/energy/consumption';

/** Injection of an hour, kWh over all phases. */
export const injectedIn = ({
  consumptioninjectedPower: { phaseA, phaseB, phaseC },
}: ConsolidatedDay['hours'][number]): number => phaseA + phaseB + phaseC;
