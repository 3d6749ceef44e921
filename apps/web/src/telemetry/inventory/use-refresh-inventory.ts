import { listInventory, readInventoryBoard } from '@nascente/contract/telemetry/inventory';
import { useQueryClient } from '@tanstack/react-query';

/** Invalidates the list and the board's page after a change. */
export const useRefreshInventory = () => {
  const queryClient = useQueryClient();
  return async (): Promise<void> => {
    await Promise.all(
      [listInventory, readInventoryBoard].map(({ name }) =>
        queryClient.invalidateQueries({ queryKey: [name] }),
      ),
    );
  };
};
