import { listClientUsers } from '@nascente/contract/client-users';
import {
  readEstablishmentAmounts,
  readEstablishmentCycle,
  readEstablishmentMonths,
  readEstablishmentRest,
  readEstablishmentYearBefore,
} from '@nascente/contract/establishment-consumption';
import { listEstablishments } from '@nascente/contract/establishments';
import { listMeters, readMeter } from '@nascente/contract/meters';
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

/** Once a meter was installed, changed, moved or removed: whatever shows meters asks again. */
export const useRefreshMeters = (): (() => Promise<unknown>) => {
  const queryClient = useQueryClient();
  return () => refresh(queryClient);
};
