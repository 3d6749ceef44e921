import { type Price, parsePrice, priceToText } from '@nascente/domain/base/units/price';

const TYPED = /^(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d+))?$/;
const PER_THOUSAND = 1000n;

/** A number as people here type it, '1.234,56' or '0,5', as a decimal text with a point; null when it is none. */
export const decimalOf = (typed: string): string | null => {
  const [, whole, fraction] = TYPED.exec(typed.trim()) ?? [];
  if (whole === undefined) return null;
  return fraction === undefined ? whole.replaceAll('.', '') : `${whole.replaceAll('.', '')}.${fraction}`;
};

/** An amount of money, which may be pasted with its sign: 'R$ 1.234,56'. */
export const reaisOf = (typed: string): string | null => decimalOf(typed.replace(/^\s*R\$/i, ''));

/** A typed figure: null where nothing was typed, and NaN, which every schema refuses, where it is none. */
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

/** A typed price as the contract has it; null when it is none, or too fine to be held. */
export const priceTextOf = (typed: string): string | null => {
  const price = priceOf(typed);
  return price === null ? null : priceToText(price);
};

/** A typed price in R$/MWh, as resolutions have it, in R$/kWh. */
export const perKwhOf = (typed: string): string | null => {
  const price = priceOf(typed);
  if (price === null || price % PER_THOUSAND !== 0n) return null;
  return priceToText((price / PER_THOUSAND) as Price);
};

/** A decimal text of the contract as it is typed. */
export const typedOf = (text: string): string => text.replace('.', ',');

/** R$/kWh of the contract as R$/MWh, as it is typed. */
export const perMwhOf = (text: string): string =>
  typedOf(priceToText((parsePrice(text) * PER_THOUSAND) as Price));
