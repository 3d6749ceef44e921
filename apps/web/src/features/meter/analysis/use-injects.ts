import type { Board } from '@nascente/contract/meters';
import { useQuery } from '@tanstack/react-query';
import type { Period } from '../period/period-range.ts';
import { analysedDays } from './analysis-period.ts';
import { DAYS_STALE_MS, daysQuery } from './days-query.ts';

/** Less than this in a whole period is noise of the meter, kWh. */
const LEAST_INJECTED = 0.05;

/** Whether energy flows back through this meter: it is marked as solar, or the period says so. */
export const useInjects = (board: Board, period: Period): boolean => {
  const { data } = useQuery({
    ...daysQuery(board.macAddress, analysedDays(period)),
    staleTime: DAYS_STALE_MS,
    enabled: board.type === 'eletric' && !board.solarPanel,
    select: ({ consolidated }) =>
      consolidated.reduce((sum, { injected }) => sum + injected, 0) > LEAST_INJECTED,
  });
  return board.type === 'eletric' && (board.solarPanel || data === true);
};
