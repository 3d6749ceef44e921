import { type Cents, cents } from '../../base/units/money.ts';
import { type ExactAmount, exactPrice, type Price, type Rounding, toCents } from '../../base/units/price.ts';

/**
 * A ratio `over` / `under`, because taxes *por dentro* and shares of days have no exact decimal. Prices are in 1e-10 R$, amounts
 * in 1e-16 R$.
 */
export interface Fraction {
  readonly over: bigint;
  /** Positive. */
  readonly under: bigint;
}

export const ZERO: Fraction = { over: 0n, under: 1n };

export function fraction(over: bigint, under = 1n): Fraction {
  return { over, under };
}

export function times({ over, under }: Fraction, by: bigint): Fraction {
  return { over: over * by, under };
}

export function dividedBy({ over, under }: Fraction, by: bigint): Fraction {
  return { over, under: under * by };
}

export function product(a: Fraction, b: Fraction): Fraction {
  return { over: a.over * b.over, under: a.under * b.under };
}

/** The quotient of two fractions; the divisor is positive. */
export function over(a: Fraction, b: Fraction): Fraction {
  return { over: a.over * b.under, under: a.under * b.over };
}

/** The share of an amount for `days` of `ofDays`. */
export function shareOf(amount: Fraction, days: number, ofDays: number): Fraction {
  return days === ofDays ? amount : dividedBy(times(amount, BigInt(days)), BigInt(ofDays));
}

export function plus(a: Fraction, b: Fraction): Fraction {
  if (a.under === b.under) return { over: a.over + b.over, under: a.under };
  return reduced({ over: a.over * b.under + b.over * a.under, under: a.under * b.under });
}

export function minus(a: Fraction, b: Fraction): Fraction {
  return plus(a, { over: -b.over, under: b.under });
}

export function sumFractions(parts: readonly Fraction[]): Fraction {
  return parts.reduce(plus, ZERO);
}

/** Negative if `a` is smaller, positive if it is larger, 0 if both are equal. */
export function compareFractions(a: Fraction, b: Fraction): number {
  const difference = a.over * b.under - b.over * a.under;
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

/** The nearest whole number, halves away from zero. */
export function nearest({ over, under }: Fraction): bigint {
  const size = over < 0n ? -over : over;
  const rounded = (2n * size + under) / (2n * under);
  return over < 0n ? -rounded : rounded;
}

const PRICE_DECIMALS = 10;

/** Rounds a price to a number of decimals, halves away from zero; null: no rounding. */
export function roundPrice(price: Fraction, decimals: number | null): Fraction {
  if (decimals === null) return price;
  const step = 10n ** BigInt(PRICE_DECIMALS - decimals);
  return fraction(nearest(dividedBy(price, step)) * step);
}

/** The nearest `Price`, for display. */
export function shownPrice(price: Fraction): Price {
  return exactPrice(nearest(price));
}

/** Rounds an amount to cents by a tariff's rule. */
export function centsOf(amount: Fraction, rounding: Rounding): Cents {
  if (amount.under === 1n) return toCents(amount.over as ExactAmount, rounding);
  const size = amount.over < 0n ? -amount.over : amount.over;
  const perCent = amount.under * EXACT_PER_CENT;
  const rounded = Number(rounding === 'truncate' ? size / perCent : (2n * size + perCent) / (2n * perCent));
  return cents(amount.over < 0n ? -rounded : rounded);
}

const EXACT_PER_CENT = 10n ** 14n;

function reduced({ over, under }: Fraction): Fraction {
  let a = over < 0n ? -over : over;
  let b = under;
  while (b !== 0n) [a, b] = [b, a % b];
  return { over: over / a, under: under / a };
}
