import { perKwhOf, priceTextOf } from './fields/decimal-input.ts';

/** R$: a lower price is one of a kWh, any other one of a MWh. */
const MIN_PER_MWH = 10;

/** R$/kWh, the contract's limit. */
const MAX_PER_KWH = 10_000;

/** A supplier's price in R$/MWh or R$/kWh as R$/kWh; null when invalid. */
export const supplierPriceOf = (typed: string): string | null => {
  const price = priceTextOf(typed);
  if (price === null || Number(price) === 0) return null;
  const perKwh = Number(price) < MIN_PER_MWH ? price : perKwhOf(typed);
  return perKwh !== null && Number(perKwh) < MAX_PER_KWH ? perKwh : null;
};

export const SUPPLIER_PRICE_ERROR = 'Digite um preço, como 280,00 por MWh ou 0,28 por kWh.';
