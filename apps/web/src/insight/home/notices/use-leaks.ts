import { type NightFlow, readNightFlow } from '@nascente/contract/energy/water';
import type { Board } from '@nascente/contract/sites/meters';
import { useQueries } from '@tanstack/react-query';
import { queryFor } from '../../../shared/api/api-client.ts';
import { useIsLate } from '../../../shared/api/use-is-late.ts';

export interface LeakingMeter {
  readonly board: Board;
  readonly leak: NonNullable<NightFlow['leak']>;
}

/**
 * The given water meters that have a leak. `isSettled`: each query has an answer or has failed once, or the maximum wait is over.
 */
export const useLeaks = (boards: readonly Board[]) => {
  const isLate = useIsLate();
  const answers = useQueries({
    queries: boards.map(({ macAddress: mac }) => queryFor(readNightFlow, { params: { mac } })),
  });
  const isLoaded = answers.every(({ isPending, failureCount }) => !isPending || failureCount > 0);
  const leaking = boards.flatMap((board, index): LeakingMeter[] => {
    const leak = answers[index]?.data?.nightFlow.leak ?? null;
    return leak === null ? [] : [{ board, leak }];
  });
  return { leaking, isSettled: isLoaded || isLate };
};
