import type { User } from '@nascente/contract/session';
import { useEffect } from 'react';
import { writePreference } from '../../shared/local-preference.ts';

/** Dresses the document in the person's brand, and remembers it so that the next visit starts dressed. */
export const useBrand = (brand: User['brand'] | undefined): void => {
  useEffect(() => {
    if (brand === undefined) return;
    document.documentElement.dataset.brand = brand;
    writePreference('brand', brand);
  }, [brand]);
};
