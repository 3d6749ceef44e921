import type { User } from '@nascente/contract/people/session';
import { useLayoutEffect } from 'react';
import { wearBrand } from '../../shared/brand-on-screen.ts';
import { writePreference } from '../../shared/session-state/local-preference.ts';

/** Dresses the document in the person's brand, and remembers it so that the next visit starts dressed. */
export const useBrand = (brand: User['brand'] | undefined): void => {
  // Before the screen names the tab, which depends on the brand.
  useLayoutEffect(() => {
    if (brand === undefined) return;
    wearBrand(brand);
    writePreference('brand', brand);
  }, [brand]);
};
