import { type BrandName, brandName } from '@nascente/domain/people/brand';

export const brandOnScreen = (): BrandName =>
  document.documentElement.dataset.brand === 'second' ? 'second' : 'first';

/** Whether the second brand applies. Its screens name neither product nor site. */
export const wearsSecondBrand = (): boolean => brandOnScreen() === 'second';

export const nameOnScreen = (): string => brandName(brandOnScreen());

/** Applies colours, the tab's icon and the manifest, which index.html names for both brands. */
export const wearBrand = (brand: BrandName): void => {
  document.documentElement.dataset.brand = brand;
  for (const link of document.head.querySelectorAll<HTMLLinkElement>('link[data-second]')) {
    link.dataset.first ??= link.getAttribute('href') ?? '';
    const due = link.dataset[brand];
    if (due !== undefined && link.getAttribute('href') !== due) link.setAttribute('href', due);
  }
};
