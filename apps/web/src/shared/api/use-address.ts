import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

/** New values of query parameters; null removes one. */
export type AddressChanges = Readonly<Record<string, string | null>>;

/** Computes changes from the latest address. */
type ChangesOf = (current: URLSearchParams) => AddressChanges;

/** The page of a list, `?pagina=2`. */
export const pageIn = (address: URLSearchParams): number => {
  const text = address.get('pagina') ?? '';
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
};

export const toPage = (page: number): AddressChanges => ({ pagina: page > 1 ? String(page) : null });

const withChanges = (search: URLSearchParams, changes: AddressChanges): URLSearchParams => {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return next;
};

/** The query parameters and their setter. A change before the router has applied the last one starts from the pending one. */
export const useAddress = () => {
  const [address, setAddress] = useSearchParams();
  const shown = useRef(address);
  const requested = useRef<readonly string[]>([]);
  useEffect(() => {
    shown.current = address;
    const index = requested.current.lastIndexOf(address.toString());
    requested.current = index < 0 ? [] : requested.current.slice(index + 1);
  }, [address]);
  const change = useCallback(
    (changes: AddressChanges | ChangesOf, { isStep = false }: { readonly isStep?: boolean } = {}): void => {
      const last = requested.current.at(-1);
      const current = last === undefined ? shown.current : new URLSearchParams(last);
      const next = withChanges(current, typeof changes === 'function' ? changes(current) : changes);
      requested.current = [...requested.current, next.toString()];
      setAddress(next, { replace: !isStep, preventScrollReset: true });
    },
    [setAddress],
  );
  return [address, change] as const;
};
