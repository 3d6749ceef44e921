import type { Brand } from './brand.ts';
import { integer, roundHalfAway } from './integers.ts';

/** Money in hundredths of R$; a whole number. */
export type Cents = Brand<number, 'Cents'>;

/** @throws RangeError unless `value` is a whole number held exactly. */
export function cents(value: number): Cents {
  return integer(value, 'cents') as Cents;
}

/** R$ to the nearest cent, halves away from zero. @throws RangeError when not finite or too large. */
export function fromReais(value: number): Cents {
  return roundHalfAway(value * 100, 'cents') as Cents;
}

/** @returns R$, the unit of the API. */
export function reais(amount: Cents): number {
  return amount / 100;
}

/** The exact sum. @throws RangeError when it is too large to be held exactly. */
export function sumCents(amounts: readonly Cents[]): Cents {
  return cents(amounts.reduce((sum, amount) => sum + amount, 0));
}

/** The exact sum; null if one of the amounts is null. */
export function sumPresentCents(amounts: readonly (Cents | null)[]): Cents | null {
  const withAmount = amounts.filter((amount) => amount !== null);
  return withAmount.length === amounts.length ? sumCents(withAmount) : null;
}
