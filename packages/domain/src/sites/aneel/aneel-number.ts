import { exactPrice, type Price, parsePrice } from '../../base/units/price.ts';

const NUMBER = /^(\d{1,3}(?:\.\d{3})+|\d*)(?:,(\d{1,10}))?$/;
const PER_MWH = 1000n;

/**
 * Reads a price of ANEEL's files, '1.234,56' or ',00': R$/MWh as R$/kWh (`perMwh`), or R$/kW as it is.
 * Null when it is no such number, or has more decimals than a price can hold.
 */
export function readAneelPrice(text: string, perMwh: boolean): Price | null {
  const [, whole = '', fraction = ''] = NUMBER.exec(text) ?? [];
  if (whole === '' && fraction === '') return null;
  const digits = whole.replaceAll('.', '') || '0';
  if (digits.length > 12) return null;
  const price = parsePrice(`${digits}.${fraction}`.replace(/\.$/, ''));
  if (!perMwh) return price;
  return price % PER_MWH === 0n ? exactPrice(price / PER_MWH) : null;
}
