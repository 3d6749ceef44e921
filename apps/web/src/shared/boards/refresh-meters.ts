import { listClientUsers } from '@nascente/contract/client-users';
import { listEstablishments } from '@nascente/contract/establishments';
import { listMeters, readMeter } from '@nascente/contract/meters';
import {
  readPlaceAmounts,
  readPlaceCycle,
  readPlaceMonths,
  readPlaceRest,
  readPlaceYearBefore,
} from '@nascente/contract/place-consumption';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';

const TELLING = [
  listMeters,
  readMeter,
  listEstablishments,
  listClientUsers,
  readPlaceAmounts,
  readPlaceCycle,
  readPlaceMonths,
  readPlaceRest,
  readPlaceYearBefore,
];

const refresh = (queryClient: QueryClient): Promise<unknown> =>
  Promise.all(TELLING.map(({ name }) => queryClient.invalidateQueries({ queryKey: [name] })));

/** Once a meter was installed, changed, moved or removed: whatever shows meters asks again. */
export const useRefreshMeters = (): (() => Promise<unknown>) => {
  const queryClient = useQueryClient();
  return () => refresh(queryClient);
};
