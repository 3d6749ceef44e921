import type { Brand } from './brand.ts';
import { type Cents, cents } from './money.ts';

/** Price of a unit in 1e-10 R$ per kWh, or per m³ for water: every published tariff is held exactly. */
export type Price = Brand<bigint, 'Price'>;

/** Money before rounding to cents, in 1e-16 R$: the product of a quantity in mWh (or ml) and a `Price`. */
export type ExactAmount = Brand<bigint, 'ExactAmount'>;

/** How exact amounts become cents: distributors truncate each line, suppliers round halves up (68 bills compared). */
export type Rounding = 'truncate' | 'half-up';

export function exactPrice(value: bigint): Price {
  return value as Price;
}

export const FREE = exactPrice(0n);

const DECIMALS = 10;
const PER_REAL = 10n ** BigInt(DECIMALS);
const EXACT_PER_CENT = 10n ** 14n;
const DECIMAL_TEXT = /^(-?)(\d{1,12})(?:\.(\d+))?$/;
const MAX_PRICE = 1e12;

function sizeOf(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/** Reads a decimal text, R$ per kWh or m³. @throws RangeError if it is none or has more than ten significant decimals. */
export function parsePrice(text: string): Price {
  const [, sign, complete, fraction = ''] = DECIMAL_TEXT.exec(text) ?? [];
  const decimals = fraction.replace(/0+$/, '');
  if (complete === undefined || decimals.length > DECIMALS) throw new RangeError(`not a price: '${text}'`);
  const size = BigInt(complete) * PER_REAL + BigInt(decimals.padEnd(DECIMALS, '0'));
  return exactPrice(sign === '-' ? -size : size);
}

/** R$ per kWh or m³ to the nearest 1e-10. @throws RangeError when not finite or from 1e12 on. */
export function priceFromNumber(value: number): Price {
  if (!(Math.abs(value) < MAX_PRICE)) throw new RangeError(`not a price: ${value}`);
  return parsePrice(value.toFixed(DECIMALS));
}

/** @returns R$ per kWh or m³, the nearest binary float: for answers and charts, never for amounts. */
export function priceToNumber(price: Price): number {
  return Number(price) / Number(PER_REAL);
}

/** @returns the decimal text that `parsePrice` reads back to the same price. */
export function priceToText(price: Price): string {
  const digits = sizeOf(price)
    .toString()
    .padStart(DECIMALS + 1, '0');
  const text = `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`.replace(/\.?0+$/, '');
  return price < 0n ? `-${text}` : text;
}

/**
 * The exact product of a quantity and its price. @param quantityMilli - thousandths @throws RangeError unless it is a whole
 * number.
 */
export function exactAmount(quantityMilli: number, price: Price): ExactAmount {
  return (BigInt(quantityMilli) * price) as ExactAmount;
}

export function sumExact(amounts: readonly ExactAmount[]): ExactAmount {
  return amounts.reduce<bigint>((sum, amount) => sum + amount, 0n) as ExactAmount;
}

/** Converts to cents; negative amounts round as their positive counterparts. @throws RangeError beyond 2^53 cents. */
export function toCents(exact: ExactAmount, rounding: Rounding): Cents {
  const added = rounding === 'half-up' ? EXACT_PER_CENT / 2n : 0n;
  const rounded = Number((sizeOf(exact) + added) / EXACT_PER_CENT);
  return cents(exact < 0n ? -rounded : rounded);
}

/** Converts parts to cents that add up to the converted total: each part is the difference of two running totals. */
export function splitCents(amounts: readonly ExactAmount[], rounding: Rounding = 'truncate'): Cents[] {
  let running = 0n;
  let before = 0;
  return amounts.map((amount) => {
    running += amount;
    const total = toCents(running as ExactAmount, rounding);
    const part = cents(total - before);
    before = total;
    return part;
  });
}
