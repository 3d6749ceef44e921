import type { Call } from '@nascente/contract/base/call';
import { useQueryClient } from '@tanstack/react-query';

/** Outdates the answers of these calls after a change; shown ones are refetched. Without calls, every answer. */
export const useOutdate = (...calls: readonly Pick<Call, 'name'>[]): (() => Promise<void>) => {
  const queryClient = useQueryClient();
  return async () => {
    const filters = calls.length === 0 ? [{}] : calls.map(({ name }) => ({ queryKey: [name] }));
    await Promise.all(filters.map((filter) => queryClient.invalidateQueries(filter)));
  };
};
