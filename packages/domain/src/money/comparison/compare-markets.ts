import type { Price } from '../../base/units/price.ts';
import type { Rate } from '../../base/units/rate.ts';
import type { MeasuredCycle } from '../../energy/measured-cycle/measured-cycle.ts';
import type { BillingContract, FlagMonths } from '../../sites/tariffs/billing-contract.ts';
import type { OwnLineKind } from '../../sites/tariffs/own-line.ts';
import type { Bill } from '../bill/bill.ts';
import { priceCycle } from '../bill/price-cycle.ts';

/** An offer of a free-market supplier. */
export interface MarketOffer {
  /** R$/kWh, all charges of the supplier included. */
  readonly supplierPrice: Price;
  /** The discount on the TUSD for an incentivised source. */
  readonly demandDiscount: Rate;
}

interface MarketComparison {
  readonly measured: readonly MeasuredCycle[];
  readonly contract: BillingContract;
  readonly flags: FlagMonths;
  /** An offer that replaces the present supplier's price; null: the present agreement, if any. */
  readonly offer: MarketOffer | null;
}

/** Own lines of free-market customers only. */
const OF_FREE: readonly OwnLineKind[] = ['supplier', 'ccee'];

/** The free market at the offer's price, with the other agreed terms of the present supplier; null without a price. */
function freeMarket(
  { market }: BillingContract,
  offer: MarketOffer | null,
): Extract<BillingContract['market'], { mode: 'livre' }> | null {
  if (market.mode === 'livre') {
    if (offer === null) return market.supplierPrice === null ? null : market;
    const { supply } = market;
    // An offer has one price, which replaces dated prices.
    return { ...market, ...offer, ...(supply === undefined ? {} : { supply: { ...supply, prices: [] } }) };
  }
  return offer === null ? null : { mode: 'livre', ...offer };
}

/**
 * Bills of the same cycles as a captive customer, with flags, and in the free market, with the supplier's invoice (Lei
 * 9.074/1995; Portaria MME 50/2022). Supplier and CCEE charges entered as own lines are left out of the captive bills.
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
