import type { DemandOptimum } from '@nascente/contract/money/tariff-comparison';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import { reais } from '@nascente/domain/base/units/money';
import { kilowatts } from '@nascente/domain/base/units/power';
import type { MeasuredCycle } from '@nascente/domain/energy/measured-cycle/measured-cycle';
import {
  contractedDemandCost,
  type DemandCost,
  optimalDemand,
} from '@nascente/domain/money/comparison/optimal-demand';
import { measuredDemand } from '@nascente/domain/money/demand/demand';
import { benefitHours } from '@nascente/domain/sites/tariffs/benefit';
import { contractedPeriods, isOfGroup } from '@nascente/domain/sites/tariffs/tariff-rules';
import type { Caller } from '../../../platform/http/caller.ts';
import type { BillMaker, Terms } from '../bill-maker.ts';
import { type BilledEstablishments, measureDays, todayAt } from '../measured-days.ts';
import { daysOf, finishedCycles, loadedCycles, toMeasured } from './year-of-cycles.ts';

export type DemandOptimumService = ReturnType<typeof createDemandOptimumService>;

type Demand = DemandOptimum['demands'][number];
type DemandPeriod = Demand['touPeriod'];

const NO_CYCLES = 'Falta um ciclo inteiro medido.';
const NO_DEMAND = 'Esta tarifa não cobra demanda.';
const NOT_CONTRACTED = 'Falta a demanda contratada: não há com o que comparar.';

const MW_PER_KW = 1_000_000;
const CENTS = 100;

const toPoint = ({ contracted, cost }: DemandCost) => ({
  contracted: kilowatts(contracted),
  cost: reais(cost),
});

const demandOf = (
  measured: readonly MeasuredCycle[],
  { contract }: Terms,
  touPeriod: DemandPeriod,
): Demand[] => {
  const found = optimalDemand({ measured, contract, touPeriod });
  if (found === null) return [];
  const now = contractedDemandCost({ measured, contract, touPeriod });
  const current = now && toPoint(now);
  const best = toPoint(found.best);
  return [
    {
      touPeriod,
      current,
      best,
      saving: current && Math.round((current.cost - best.cost) * CENTS) / CENTS,
      curve: found.curve.map(toPoint),
      measured: measured.map((cycle) => measuredDemand(cycle, touPeriod).power / MW_PER_KW),
    },
  ];
};

export const createDemandOptimumService = (needs: {
  establishments: BilledEstablishments;
  maker: BillMaker;
}) => {
  const { establishments, maker } = needs;
  return {
    async read(caller: Caller, id: string, end: CivilDate | undefined): Promise<DemandOptimum> {
      const establishment = await establishments.find(caller, id, 'eletric', 'see-bills');
      const cycles = finishedCycles(establishment, end ?? null);
      const days = daysOf(cycles);
      establishments.requireFullAccess(caller, establishment, days ?? undefined);
      const today = todayAt(establishment);
      const terms = await maker.terms(establishment, { first: today, last: today });
      const modality = terms.tariff?.modality ?? terms.contract.modality;
      if (!isOfGroup('A', modality)) return { cycles: [], modality, demands: [], missing: [NO_DEMAND] };
      if (days === null) return { cycles: [], modality, demands: [], missing: [NO_CYCLES] };
      const read = await maker.read(establishment, days);
      const hours = benefitHours(terms.contract.benefits);
      const measured = loadedCycles(establishment, read, cycles).map((cycle) =>
        measureDays(establishment, read, cycle, terms.versions, hours),
      );
      const demands = contractedPeriods(modality).flatMap((touPeriod) =>
        demandOf(measured, terms, touPeriod),
      );
      return {
        cycles: measured.map(toMeasured),
        modality,
        demands,
        missing: demands.some(({ current }) => current === null) ? [NOT_CONTRACTED] : [],
      };
    },
  };
};
