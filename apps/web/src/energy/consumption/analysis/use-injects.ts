import { readConsumption } from '@nascente/contract/energy/period-consumption';
import type { Board } from '@nascente/contract/sites/meters';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../shared/api/api-client.ts';
import type { Period } from '../period/period-range.ts';
import { analysedDays } from './analysis-period.ts';
import { DAYS_STALE_MS } from './days-query.ts';

/** Less in a whole period is noise of the meter, kWh. */
const MIN_INJECTED = 0.05;

/** Whether energy flows back through this meter: marked as solar, or seen in the period. */
export const useInjects = (board: Board, period: Period): boolean => {
  const { start, end } = analysedDays(period);
  const { data } = useQuery({
    ...queryFor(readConsumption, { body: { id: board.macAddress, dateIn: start, dateOut: end } }),
    staleTime: DAYS_STALE_MS,
    enabled: board.type === 'eletric' && !board.solarPanel,
    select: ({ value }) => value.injected > MIN_INJECTED,
  });
  return board.type === 'eletric' && (board.solarPanel || data === true);
};
