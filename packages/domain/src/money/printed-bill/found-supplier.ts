import type { CivilDate } from '../../base/time/civil-day.ts';
import { priceFromNumber } from '../../base/units/price.ts';
import { parseRate, type Rate } from '../../base/units/rate.ts';
import type { BillingContract, EnergySupply } from '../../sites/tariffs/billing-contract.ts';
import { centsBy, type FoundLine } from './found-prices.ts';

/** The bill's data about a supplier's invoice. */
export interface FoundSupplier {
  /** R$/kWh */
  readonly price: number;
  /** So much more is invoiced than the meter counts, as a share of one. */
  readonly losses: number;
}

/** More than this is no loss: the invoice is of other units too, or its volume has limits. */
const MAX_LOSSES = 0.1;
const RATE_DECIMALS = 8;

const isSupplier = ({ meaning, line }: FoundLine): boolean =>
  meaning.part === 'own' && meaning.kind === 'supplier' && line.amount !== 0;

/**
 * The price of a supplier, where one line alone is its energy, its kWh at its price make the amount as such invoices do, and they
 * are those of the meter with losses; null otherwise.
 *
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

/** The line of the supplier is explained by its own price. */
export function withSupplierLine(lines: readonly FoundLine[]): readonly FoundLine[] {
  return lines.map((found) =>
    isSupplier(found)
      ? { ...found, meaning: { ...found.meaning, part: 'supplier' }, computed: found.line.amount }
      : found,
  );
}

const PLAIN: EnergySupply = { losses: parseRate('0'), volume: null, icms: 'none', prices: [] };

/** The market of a free customer's bill; unstated terms of the supplier stay. */
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
  // With a limited volume the kWh show no losses; the bill's price replaces earlier ones.
  const supplyBefore = supply?.volume ? supply : { ...(supply ?? PLAIN), losses };
  return {
    ...before,
    demandDiscount,
    supplierPrice: priceFromNumber(supplier.price),
    supply: { ...supplyBefore, prices: supplyBefore.prices.filter(({ validFrom }) => validFrom > day) },
  };
}
