import { perKwhOf, priceTextOf } from './fields/decimal-input.ts';

/** R$: nothing is sold at less a MWh, and nothing at more a kWh. */
const MIN_PER_MWH = 10;

/** R$/kWh, as the contract takes it. */
const MAX_PER_KWH = 10_000;

/** A price of a supplier as it is typed, R$/MWh or R$/kWh, in R$/kWh as the contract has it; null where it is none. */
export const supplierPriceOf = (typed: string): string | null => {
  const price = priceTextOf(typed);
  if (price === null || Number(price) === 0) return null;
  const perKwh = Number(price) < MIN_PER_MWH ? price : perKwhOf(typed);
  return perKwh !== null && Number(perKwh) < MAX_PER_KWH ? perKwh : null;
};

export const SUPPLIER_PRICE_ERROR = 'Digite um preço, como 280,00 por MWh ou 0,28 por kWh.';
