import type { BillingContractJson } from '@nascente/contract/money/billing-contract';
import { readContract } from '@nascente/contract/money/billing-terms';
import type { Board } from '@nascente/contract/sites/meters';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../../shared/api/api-client.ts';
import type { LineRule } from '../../../../shared/charts/line-graph.tsx';
import { kilowattsText } from './demand-curve.ts';

const HOUR_MS = 3_600_000;
const UNKNOWN: readonly LineRule[] = [];

/** What was contracted, as levels that a curve of demand is held against. */
export const contractedRules = (demand: BillingContractJson['demand']): readonly LineRule[] => {
  if (demand === null) return UNKNOWN;
  if (demand.mode === 'single')
    return [{ value: demand.demand, label: `Contratada ${kilowattsText(demand.demand)}` }];
  return [
    { value: demand.inPoint, label: `Contratada na ponta ${kilowattsText(demand.inPoint)}` },
    { value: demand.outPoint, label: `Contratada fora ponta ${kilowattsText(demand.outPoint)}` },
  ];
};

/** The demand that the establishment contracted: it is the general meter's. Nothing where it is not known. */
export const useContractedDemand = (board: Board): readonly LineRule[] => {
  const { data } = useQuery({
    ...queryFor(readContract, { params: { id: board.establishmentId }, query: { type: 'eletric' } }),
    staleTime: HOUR_MS,
    enabled: board.isGeral && board.type === 'eletric',
    retry: false,
    select: ({ contract }) => contractedRules(contract.inForce.terms.demand),
  });
  return data ?? UNKNOWN;
};
