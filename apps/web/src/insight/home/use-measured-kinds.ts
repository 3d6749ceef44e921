import { readEstablishmentCycle } from '@nascente/contract/money/establishment-consumption';
import type { Board } from '@nascente/contract/sites/meters';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../shared/api/api-client.ts';
import type { MeterKind } from '../../shared/consumption/amount.ts';

/** What has no meter any more is asked for: its figures of this cycle, and of the one before, are still there. */
const useIsMeasured = (id: string, type: MeterKind, isInUse: boolean): boolean => {
  const { data } = useQuery({
    ...queryFor(readEstablishmentCycle, { params: { id }, query: { type } }),
    enabled: !isInUse,
  });
  return isInUse || (data !== undefined && data.consolidated !== null);
};

/** Which utilities an establishment has figures of: those that its meters measure, and those that removed meters measured. */
export const useMeasuredKinds = (id: string, boards: readonly Board[]) => ({
  hasEnergy: useIsMeasured(
    id,
    'eletric',
    boards.some(({ type }) => type !== 'water'),
  ),
  hasWater: useIsMeasured(
    id,
    'water',
    boards.some(({ type }) => type === 'water'),
  ),
});
