import { useLocation } from 'react-router';

/** The screens of the entrance hand it on from one to the other, in the state of their places in the history. */
interface Wanting {
  /** Path and search. */
  readonly wanted: string;
}

export const wanting = ({ pathname, search }: { pathname: string; search: string }): Wanting => ({
  wanted: `${pathname}${search}`,
});

const isWanting = (state: unknown): state is Wanting =>
  typeof state === 'object' && state !== null && 'wanted' in state && typeof state.wanted === 'string';

/** Where somebody was led to by a link, such as that of a label, before there was a session; null: nowhere else than Home. */
export const useWantedAddress = (): string | null => {
  const state: unknown = useLocation().state;
  return isWanting(state) ? state.wanted : null;
};
