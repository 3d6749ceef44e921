import { useLocation } from 'react-router';

/** Navigation state with the address to open after sign-in; entrance screens pass it on. */
interface Wanting {
  readonly wanted: string;
}

export const wanting = ({ pathname, search }: { pathname: string; search: string }): Wanting => ({
  wanted: `${pathname}${search}`,
});

const isWanting = (state: unknown): state is Wanting =>
  typeof state === 'object' && state !== null && 'wanted' in state && typeof state.wanted === 'string';

/** The address a link led to before sign-in; null: Home. */
export const useWantedAddress = (): string | null => {
  const state: unknown = useLocation().state;
  return isWanting(state) ? state.wanted : null;
};
