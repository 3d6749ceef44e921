import type { Price } from '../../base/units/price.ts';
import type { Rate } from '../../base/units/rate.ts';
import type { MeasuredCycle } from '../../energy/measured-cycle/measured-cycle.ts';
import type { BillingContract, FlagMonths } from '../../sites/tariffs/billing-contract.ts';
import type { OwnLineKind } from '../../sites/tariffs/own-line.ts';
import type { Bill } from '../bill/bill.ts';
import { priceCycle } from '../bill/price-cycle.ts';

/** An offer of a free-market supplier. */
export interface MarketOffer {
  /** R$/kWh, whole. */
  readonly supplierPrice: Price;
  /** The discount on the TUSD for an incentivised source. */
  readonly demandDiscount: Rate;
}

interface MarketComparison {
  readonly measured: readonly MeasuredCycle[];
  readonly contract: BillingContract;
  readonly flags: FlagMonths;
  /** Replaces the agreement of a free contract; null: that agreement, if any. */
  readonly offer: MarketOffer | null;
}

/** Lines that only who buys in the free market has. */
const OF_FREE: readonly OwnLineKind[] = ['supplier', 'ccee'];

/** The market of the offer, on the terms of the supplier that are agreed already; null where no price is known. */
function freeMarket(
  { market }: BillingContract,
  offer: MarketOffer | null,
): Extract<BillingContract['market'], { mode: 'livre' }> | null {
  if (market.mode === 'livre') {
    if (offer === null) return market.supplierPrice === null ? null : market;
    const { supply } = market;
    // An offer is one price: those agreed by month are not its own.
    return { ...market, ...offer, ...(supply === undefined ? {} : { supply: { ...supply, prices: [] } }) };
  }
  return offer === null ? null : { mode: 'livre', ...offer };
}

/**
 * The bills of the same cycles of a captive customer, with flags, and of a free one, with the supplier's invoice (Lei 9.074/1995;
 * Portaria MME 50/2022). Invoices and CCEE charges entered as lines are of the free market alone.
 */
export function compareMarkets({ measured, contract, flags, offer }: MarketComparison): {
  readonly captive: readonly Bill[];
  readonly free: readonly Bill[] | null;
} {
  const billsOf = (contractOfMarket: BillingContract) =>
    measured.map((one) => priceCycle(one, { contract: contractOfMarket, flags }));
  const market = freeMarket(contract, offer);
  const ownLines = contract.ownLines?.filter(({ kind }) => !OF_FREE.includes(kind));
  return {
    captive: billsOf({ ...contract, market: { mode: 'cativo' }, ownLines }),
    free: market === null ? null : billsOf({ ...contract, market }),
  };
}
