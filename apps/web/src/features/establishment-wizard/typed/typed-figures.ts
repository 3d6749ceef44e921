import { formatNumber } from '@nascente/domain/units/format';

const digitsOf = (typed: string) => typed.replace(/\D/g, '');

/** Whole numbers with a point every three digits: `12.000`. */
export const maskCount = (typed: string, mostDigits: number): string => {
  const digits = digitsOf(typed).slice(0, mostDigits);
  return digits === '' ? '' : formatNumber(Number(digits), 0);
};

export const formatCount = (count: number | null): string => (count === null ? '' : formatNumber(count, 0));

export const countOf = (masked: string): number | null => {
  const digits = digitsOf(masked);
  return digits === '' ? null : Number(digits);
};

/** A number with at most one comma; a point typed for it becomes one, for there are no thousands to set apart. */
export const keepDecimal = (typed: string): string => {
  const [whole = '', ...rest] = typed.replace(/[^\d.,]/g, '').split(/[.,]/);
  return rest.length === 0 ? whole : `${whole},${rest.join('')}`;
};

/** The number, or null where nothing was typed. A lone comma is zero. */
export const decimalOf = (kept: string): number | null =>
  kept === '' ? null : Number(`0${kept.replace(',', '.')}`);
