import { useSearchParams } from 'react-router';
import type { TariffType } from './bill-words.ts';

/** What is billed, kept in the address (`?tipo=agua`) so that a link shows what its sender saw. */
export const useUtility = (): TariffType => {
  const [search] = useSearchParams();
  return search.get('tipo') === 'agua' ? 'water' : 'eletric';
};

/** The search part of an address about this utility; of electricity there is none. */
export const searchOf = (type: TariffType): string => (type === 'water' ? '?tipo=agua' : '');
