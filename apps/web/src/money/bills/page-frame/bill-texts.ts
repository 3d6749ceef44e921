import type { BillAnswer, BillLine } from '@nascente/contract/money/bills';
import { formatNumber } from '@nascente/domain/base/units/format';

export type TariffType = BillAnswer['type'];

const NO_BREAK_SPACE = '\u00a0';
const MIN_DECIMALS = 2;
const MAX_DECIMALS = 6;

/** 'R$ 1.234,56'; negative 'R$ −8,05', as in printed bills. */
export const reaisText = (amount: number): string => `R$${NO_BREAK_SPACE}${formatNumber(amount, 2)}`;

/** With sign: '+R$ 12,30', '−R$ 12,30', and 'R$ 0,00' for zero. */
export const signedReais = (amount: number): string => {
  const size = `R$${NO_BREAK_SPACE}${formatNumber(Math.abs(amount), 2)}`;
  if (Math.round(amount * 100) === 0) return size;
  return `${amount < 0 ? '−' : '+'}${size}`;
};

/** With the price's own decimals, from cents to a millionth. */
export const priceText = (price: number): string => {
  for (let decimals = MIN_DECIMALS; decimals < MAX_DECIMALS; decimals += 1) {
    const isExact = Math.abs(price - Number(price.toFixed(decimals))) < 10 ** -(MAX_DECIMALS + 1);
    if (isExact) return formatNumber(price, decimals);
  }
  return formatNumber(price, MAX_DECIMALS);
};

const QUANTITY_DECIMALS = { kWh: 1, kW: 1, kvarh: 1, 'm³': 2 } as const;

/** '1.234,5 kWh'; null without quantity. */
export const quantityText = ({ quantity, unit }: Pick<BillLine, 'quantity' | 'unit'>): string | null => {
  if (quantity === null || unit === null) return null;
  const decimals = Number.isInteger(quantity) ? 0 : QUANTITY_DECIMALS[unit];
  return `${formatNumber(quantity, decimals)}${NO_BREAK_SPACE}${unit}`;
};

/** Writes a price's unit: 'R$/kWh'. */
export const perUnit = (unit: BillLine['unit']): string => (unit === null ? 'R$' : `R$/${unit}`);

export const billName: Readonly<Record<TariffType, string>> = {
  eletric: 'Fatura de energia',
  water: 'Fatura de água',
};
