import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** What the address keeps of this page, so that a link shows what its sender saw. */
export type SearchName = 'dia' | 'mes' | 'inicio' | 'fim';

type Changes = Partial<Record<SearchName, string | null>>;

/** Null takes a name out of the address. */
export const withChanges = (search: URLSearchParams, changes: Changes): URLSearchParams => {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return next;
};

export const useSearchState = () => {
  const [search, setSearch] = useSearchParams();
  const change = useCallback(
    (changes: Changes) =>
      setSearch((current) => withChanges(current, changes), { replace: true, preventScrollReset: true }),
    [setSearch],
  );
  return { read: (name: SearchName) => search.get(name), change };
};
