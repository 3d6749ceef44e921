import { listInventory, readInventoryBoard } from '@nascente/contract/telemetry/inventory';
import { useQueryClient } from '@tanstack/react-query';

/** To be called after a change: the list and the page of the board are asked for again. */
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
