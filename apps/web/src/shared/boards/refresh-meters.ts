import {
  readEstablishmentAmounts,
  readEstablishmentCycle,
  readEstablishmentMonths,
  readEstablishmentRest,
  readEstablishmentYearBefore,
} from '@nascente/contract/money/establishment-consumption';
import { listClientUsers } from '@nascente/contract/sites/client-users';
import { listEstablishments } from '@nascente/contract/sites/establishments';
import { listMeters, readMeter } from '@nascente/contract/sites/meters';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';

const TELLING = [
  listMeters,
  readMeter,
  listEstablishments,
  listClientUsers,
  readEstablishmentAmounts,
  readEstablishmentCycle,
  readEstablishmentMonths,
  readEstablishmentRest,
  readEstablishmentYearBefore,
];

const refresh = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all(TELLING.map(({ name }) => queryClient.invalidateQueries({ queryKey: [name] })));

/** Invalidates every list of meters after an installation, change, move or removal. */
export const useRefreshMeters = (): (() => Promise<unknown>) => {
  const queryClient = useQueryClient();
  return () => refresh(queryClient);
};
