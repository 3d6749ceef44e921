import { type BrandName, brandName } from '@nascente/domain/people/brand';

export const brandOnScreen = (): BrandName =>
  document.documentElement.dataset.brand === 'second' ? 'second' : 'first';

/** Whether the screen wears the second brand, which names neither the product nor its site. */
export const wearsSecondBrand = (): boolean => brandOnScreen() === 'second';

/** What the product is called on the screen. */
export const nameOnScreen = (): string => brandName(brandOnScreen());

/** Colours, and the tab's icon and the installed app's manifest, of which index.html names both. */
export const wearBrand = (brand: BrandName): void => {
  document.documentElement.dataset.brand = brand;
  for (const link of document.head.querySelectorAll<HTMLLinkElement>('link[data-second]')) {
    link.dataset.first ??= link.getAttribute('href') ?? '';
    const due = link.dataset[brand];
    if (due !== undefined && link.getAttribute('href') !== due) link.setAttribute('href', due);
  }
};
