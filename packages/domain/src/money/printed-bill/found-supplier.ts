import type { CivilDate } from '../../base/time/civil-day.ts';
import { priceFromNumber } from '../../base/units/price.ts';
import { parseRate, type Rate } from '../../base/units/rate.ts';
import type { BillingContract, EnergySupply } from '../../sites/tariffs/billing-contract.ts';
import { centsBy, type FoundLine } from './found-prices.ts';

/** The bill's data about a supplier's invoice. */
export interface FoundSupplier {
  /** R$/kWh */
  readonly price: number;
  /** Share by which the invoiced energy exceeds the measured one, 0..1. */
  readonly losses: number;
}

/** Maximum share of losses. With more, the invoice covers other units too, or its volume has limits. */
const MAX_LOSSES = 0.1;
const RATE_DECIMALS = 8;

const isSupplier = ({ meaning, line }: FoundLine): boolean =>
  meaning.part === 'own' && meaning.kind === 'supplier' && line.amount !== 0;

/**
 * Price and losses of a supplier. The bill must have a single line of its energy, whose kWh × price, rounded half up, is its
 * amount, and whose kWh are the consumption plus plausible losses; otherwise null.
 * @param consumed - kWh
 */
export function supplierOf(lines: readonly FoundLine[], consumed: number): FoundSupplier | null {
  const [only, ...others] = lines.filter(isSupplier);
  if (only === undefined || others.length > 0 || consumed <= 0) return null;
  const { quantity, price, amount } = only.line;
  if (quantity === null || price === null || centsBy('half-up', quantity * price) !== amount) return null;
  const losses = quantity / consumed - 1;
  return losses >= 0 && losses <= MAX_LOSSES ? { price, losses } : null;
}

/** Explains the supplier's line by its own price. */
export function withSupplierLine(lines: readonly FoundLine[]): readonly FoundLine[] {
  return lines.map((found) =>
    isSupplier(found)
      ? { ...found, meaning: { ...found.meaning, part: 'supplier' }, computed: found.line.amount }
      : found,
  );
}

const PLAIN: EnergySupply = { losses: parseRate('0'), volume: null, icms: 'none', prices: [] };

/** Market terms of a free-market customer's bill; terms that the bill does not state stay unchanged. */
export function freeMarket(
  { market }: BillingContract,
  demandDiscount: Rate,
  supplier: FoundSupplier | null,
  day: CivilDate,
): BillingContract['market'] {
  const before = market.mode === 'livre' ? market : { mode: 'livre' as const, supplierPrice: null };
  if (supplier === null) return { ...before, demandDiscount };
  const supply = 'supply' in before ? before.supply : undefined;
  const losses = parseRate(supplier.losses.toFixed(RATE_DECIMALS));
  // With a limited volume, kWh do not show losses. The bill's price replaces earlier prices.
  const supplyBefore = supply?.volume ? supply : { ...(supply ?? PLAIN), losses };
  return {
    ...before,
    demandDiscount,
    supplierPrice: priceFromNumber(supplier.price),
    supply: { ...supplyBefore, prices: supplyBefore.prices.filter(({ validFrom }) => validFrom > day) },
  };
}
