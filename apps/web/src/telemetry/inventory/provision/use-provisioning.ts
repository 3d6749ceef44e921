import type { BodyGiven } from '@nascente/contract/base/call';
import {
  listInventory,
  type ProvisionedBoard,
  provisionBoards,
} from '@nascente/contract/telemetry/inventory';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../../shared/api/api-client.ts';
import { useSending } from '../../../shared/forms/use-sending.ts';

type NewBoards = BodyGiven<typeof provisionBoards>['boards'];

/** Boards are added once, however often the button is pressed; their keys and codes are held by the screen alone. */
export const useProvisioning = () => {
  const queryClient = useQueryClient();
  const [provisioned, setProvisioned] = useState<readonly ProvisionedBoard[] | null>(null);
  const sending = useSending(async (boards: NewBoards) => {
    const added = await request(provisionBoards, { body: { boards } });
    setProvisioned(added.boards);
    await queryClient.invalidateQueries({ queryKey: [listInventory.name] });
  });
  return { ...sending, provisioned, startAnew: () => setProvisioned(null) };
};
