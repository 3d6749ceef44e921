import type { QueryGiven } from '@nascente/contract/base/call';
import {
  type InventoryState,
  inventoryStates,
  type listInventory,
} from '@nascente/contract/telemetry/inventory';
import { useAddress } from '../../shared/api/use-address.ts';

/** What is looked for; it stands in the address, so that it can be shared and gone back to. */
export interface InventorySearch {
  text: string;
  state: InventoryState | null;
}

const PAGE_SIZE = '50';

export const queryOf = (
  { text, state }: InventorySearch,
  after: string | null,
): QueryGiven<typeof listInventory> => ({
  ...(text.trim() !== '' && { search: text.trim() }),
  ...(state !== null && { state }),
  ...(after !== null && { after }),
  limit: PAGE_SIZE,
});

const readSearch = (address: URLSearchParams): InventorySearch => {
  const named = address.get('situacao');
  return {
    text: address.get('busca') ?? '',
    state: inventoryStates.find((state) => state === named) ?? null,
  };
};

export const useInventorySearch = () => {
  const [address, changeAddress] = useAddress();
  const change = (changed: Partial<InventorySearch>) =>
    changeAddress((current) => {
      const { text, state } = { ...readSearch(current), ...changed };
      return { busca: text === '' ? null : text, situacao: state };
    });
  return { search: readSearch(address), change };
};
