import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

/** What the names of an address become; null takes one out. */
export type AddressChanges = Readonly<Record<string, string | null>>;

/** Changes for the address as it will be by then. */
type ChangesOf = (current: URLSearchParams) => AddressChanges;

const withChanges = (search: URLSearchParams, changes: AddressChanges): URLSearchParams => {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return next;
};

/**
 * The search of the address, and how it is changed. The router shows a change when it comes to it; one that follows
 * before begins from it all the same, so that none is lost to a quick hand.
 */
export const useAddress = () => {
  const [address, setAddress] = useSearchParams();
  const shown = useRef(address);
  const asked = useRef<readonly string[]>([]);
  useEffect(() => {
    shown.current = address;
    const index = asked.current.lastIndexOf(address.toString());
    asked.current = index < 0 ? [] : asked.current.slice(index + 1);
  }, [address]);
  const change = useCallback(
    (changes: AddressChanges | ChangesOf, { isStep = false }: { readonly isStep?: boolean } = {}): void => {
      const last = asked.current.at(-1);
      const current = last === undefined ? shown.current : new URLSearchParams(last);
      const next = withChanges(current, typeof changes === 'function' ? changes(current) : changes);
      asked.current = [...asked.current, next.toString()];
      setAddress(next, { replace: !isStep, preventScrollReset: true });
    },
    [setAddress],
  );
  return [address, change] as const;
};
