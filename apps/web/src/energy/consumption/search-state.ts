import { type AddressChanges, useAddress } from '../../shared/api/use-address.ts';

/** What the address keeps of this page, so that a link shows what its sender saw. */
type SearchName = 'dia' | 'mes' | 'inicio' | 'fim';

export const useSearchState = () => {
  const [address, changeAddress] = useAddress();
  const change: (changes: Partial<Record<SearchName, string | null>> & AddressChanges) => void =
    changeAddress;
  return { read: (name: SearchName) => address.get(name), change };
};
