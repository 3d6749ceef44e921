import { type Price, parsePrice, priceToText } from '@nascente/domain/base/units/price';

const TYPED = /^(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d+))?$/;
const PER_THOUSAND = 1000n;

/** A Brazilian number, '1.234,56' or '0,5', as a decimal text with a point; null when invalid. */
export const decimalOf = (typed: string): string | null => {
  const [, total, fraction] = TYPED.exec(typed.trim()) ?? [];
  if (total === undefined) return null;
  return fraction === undefined ? total.replaceAll('.', '') : `${total.replaceAll('.', '')}.${fraction}`;
};

/** An amount of money, with or without its sign: 'R$ 1.234,56'. */
export const reaisOf = (typed: string): string | null => decimalOf(typed.replace(/^\s*R\$/i, ''));

/** A typed number: null when empty, NaN, which every schema rejects, when invalid. */
export const figureOf = (typed: string): number | null =>
  typed.trim() === '' ? null : Number(decimalOf(typed) ?? Number.NaN);

const priceOf = (typed: string): Price | null => {
  const decimal = reaisOf(typed);
  try {
    return decimal === null ? null : parsePrice(decimal);
  } catch {
    return null;
  }
};

/** A typed price for the contract; null when invalid or too precise. */
export const priceTextOf = (typed: string): string | null => {
  const price = priceOf(typed);
  return price === null ? null : priceToText(price);
};

/** A typed price in R$/MWh, as in resolutions, as R$/kWh. */
export const perKwhOf = (typed: string): string | null => {
  const price = priceOf(typed);
  if (price === null || price % PER_THOUSAND !== 0n) return null;
  return priceToText((price / PER_THOUSAND) as Price);
};

/** A decimal of the contract for a text field. */
export const typedOf = (text: string): string => text.replace('.', ',');

/** R$/kWh of the contract as R$/MWh for a text field. */
export const perMwhOf = (text: string): string =>
  typedOf(priceToText((parsePrice(text) * PER_THOUSAND) as Price));
