import type { QueryGiven } from '@nascente/contract/base/call';
import type { listPeople } from '@nascente/contract/people/admin-people';
import { isProfile, type Profile } from '@nascente/domain/people/profiles';
import { useAddress } from '../../shared/api/use-address.ts';

export const PAGE_SIZE = 20;
export type AccountState = 'enabled' | 'disabled';

/** What is looked for; it stands in the address, so that it can be shared and gone back to. */
export interface PeopleSearch {
  text: string;
  profile: Profile | null;
  state: AccountState | null;
  /** From 1. */
  page: number;
}

const readSearch = (address: URLSearchParams): PeopleSearch => {
  const profile = address.get('perfil') ?? '';
  const state = address.get('situacao');
  const page = Number(address.get('pagina') ?? '1');
  return {
    text: address.get('busca') ?? '',
    profile: isProfile(profile) ? profile : null,
    state: state === 'enabled' || state === 'disabled' ? state : null,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
};

export const queryOf = ({ text, profile, state, page }: PeopleSearch): QueryGiven<typeof listPeople> => ({
  ...(text.trim() !== '' && { search: text.trim() }),
  ...(profile !== null && { profile }),
  ...(state !== null && { state }),
  limit: `${PAGE_SIZE}`,
  skip: String((page - 1) * PAGE_SIZE),
});

export const usePeopleSearch = () => {
  const [address, changeAddress] = useAddress();
  /** Looking for something else begins at the first page. */
  const change = (changed: Partial<PeopleSearch>) =>
    changeAddress((current) => {
      const { text, profile, state, page } = { ...readSearch(current), page: 1, ...changed };
      return {
        busca: text === '' ? null : text,
        perfil: profile,
        situacao: state,
        pagina: page > 1 ? String(page) : null,
      };
    });
  return { search: readSearch(address), change };
};
