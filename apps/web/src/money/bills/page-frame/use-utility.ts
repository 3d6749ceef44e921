import { useSearchParams } from 'react-router';
import type { TariffType } from './bill-texts.ts';

/** The utility in the address (`?tipo=agua`). */
export const useUtility = (): TariffType => {
  const [search] = useSearchParams();
  return search.get('tipo') === 'agua' ? 'water' : 'eletric';
};

/** The search of an address for this utility; empty for electricity. */
export const searchOf = (type: TariffType): string => (type === 'water' ? '?tipo=agua' : '');
