import type { QueryGiven } from '@nascente/contract/call';
import { type InventoryState, inventoryStates, type listInventory } from '@nascente/contract/inventory';
import { useSearchParams } from 'react-router';

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

export const useInventorySearch = () => {
  const [address, setAddress] = useSearchParams();
  const named = address.get('situacao');
  const search: InventorySearch = {
    text: address.get('busca') ?? '',
    state: inventoryStates.find((state) => state === named) ?? null,
  };
  const change = (changed: Partial<InventorySearch>) => {
    const { text, state } = { ...search, ...changed };
    const next = new URLSearchParams();
    if (text !== '') next.set('busca', text);
    if (state !== null) next.set('situacao', state);
    setAddress(next, { replace: true, preventScrollReset: true });
  };
  return { search, change };
};
