import type { DiscountPlace } from '../../sites/tariffs/billing-contract.ts';
import { type Item, untaxedItem } from '../charges/charge.ts';
import { type Fraction, minus } from '../charges/fraction.ts';

/** What is let off of a price, where the bill shows it, and how it calls a credit of it. */
interface LetOff {
  /** R$ a unit before taxes. */
  readonly amount: Fraction;
  readonly place: DiscountPlace;
  readonly credit: string;
}

/**
 * The lines of an item of which something is let off: at its lower price; at the full one with a credit of untaxed tariff; or at the
 * lower one with the benefit, charged gross with its taxes and given back net without them, as the taxes are due on it too.
 *
 * @param item - at its full price
 */
export function letOffItems(item: Item, { amount, place, credit }: LetOff): Item[] {
  if (amount.over === 0n) return [item];
  const lower = { ...item, price: minus(item.price, amount) };
  const back = (name: string): Item => ({
    ...untaxedItem(item),
    label: `${name} – ${item.label}`,
    quantity: -item.quantity,
    price: amount,
    rounding: 'half-up',
  });
  switch (place) {
    case 'price':
      return [lower];
    case 'credit':
      return [item, back(credit)];
    case 'gross-net':
      return [
        lower,
        { ...item, label: `Benefício tarifário bruto – ${item.label}`, price: amount },
        back('Benefício tarifário líquido'),
      ];
  }
}
