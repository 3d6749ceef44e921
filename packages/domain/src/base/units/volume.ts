import type { Brand } from './brand.ts';
import { integer, roundHalfAway } from './integers.ts';

/** Water in thousandths of a litre; a whole number, so sums are exact in any order. */
export type Millilitres = Brand<number, 'Millilitres'>;

const PER_LITRE = 1000;
const PER_CUBIC_METRE = 1_000_000;

/** @throws RangeError unless `value` is a whole number held exactly. */
export function millilitres(value: number): Millilitres {
  return integer(value, 'ml') as Millilitres;
}

/** Litres as a board sends them, rounded once to thousandths. @throws RangeError when not finite or too large. */
export function fromLitres(volume: number): Millilitres {
  return roundHalfAway(volume * PER_LITRE, 'ml') as Millilitres;
}

/** @returns litres. */
export function litres(volume: Millilitres): number {
  return volume / PER_LITRE;
}

/** @returns m³, the unit of the API and of bills. */
export function cubicMetres(volume: Millilitres): number {
  return volume / PER_CUBIC_METRE;
}
