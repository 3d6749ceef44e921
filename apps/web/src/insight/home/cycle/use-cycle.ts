import { readEstablishmentCycle } from '@nascente/contract/money/establishment-consumption';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../shared/api/api-client.ts';
import type { MeterKind } from '../../../shared/consumption/amount.ts';

const REFRESH_MS = 60_000;

export const useCycle = (id: string, type: MeterKind) =>
  useQuery({
    ...queryFor(readEstablishmentCycle, { params: { id }, query: { type } }),
    refetchInterval: REFRESH_MS,
    select: ({ consolidated }) => consolidated,
  });
