import type { BodyGiven } from '@nascente/contract/call';
import { type KeyedBoard, listInventory, provisionBoards } from '@nascente/contract/inventory';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../shared/api-client.ts';
import { useSending } from '../../shared/forms/use-sending.ts';

type NewBoards = BodyGiven<typeof provisionBoards>['boards'];

/** Boards are added once, however often the button is pressed; their keys are held by the screen alone. */
export const useProvisioning = () => {
  const queryClient = useQueryClient();
  const [keys, setKeys] = useState<readonly KeyedBoard[] | null>(null);
  const sending = useSending(async (boards: NewBoards) => {
    const provisioned = await request(provisionBoards, { body: { boards } });
    setKeys(provisioned.boards);
    await queryClient.invalidateQueries({ queryKey: [listInventory.name] });
  });
  return { ...sending, keys, startAnew: () => setKeys(null) };
};
