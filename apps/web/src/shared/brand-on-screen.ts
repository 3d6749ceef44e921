/** Whether the screen wears the second brand, which names neither the product nor its site. */
export const wearsSecondBrand = (): boolean => document.documentElement.dataset.brand === 'second';
