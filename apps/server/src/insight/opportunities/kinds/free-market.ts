import type { SavingOf } from '@nascente/contract/insight/opportunity-kinds';
import { type Price, parsePrice } from '@nascente/domain/base/units/price';
import { parseRate } from '@nascente/domain/base/units/rate';
import {
  breakEvenPrice,
  type MarketCycle,
  needsRetailTrader,
} from '@nascente/domain/insight/opportunities/supplier-price';
import { isOfGroup } from '@nascente/domain/sites/tariffs/tariff-rules';
import type { YearOfBills } from '../../../money/bills/index.ts';
import { daysIn, type OpportunityYear, UNKNOWN_AMOUNT } from '../opportunity-year.ts';

/** At a price of R$ 1 per kWh, the supplier's invoice in R$ equals the kWh that it sells. */
const [FREE_OF_CHARGE, ONE_REAL] = [parsePrice('0'), parsePrice('1')];
const CENTS = 100;
const NO_DISCOUNT = parseRate('0');

/**
 * Whether the free market is suggested to a customer of Group A. It is not if the customer is billed as Group B by option, which
 * it would have to leave first, or has generation, because only captive customers may use its credits (Lei 14.300/2022).
 */
const mayLeave = ({ contract, contracts }: YearOfBills): boolean =>
  contracts.length > 0 &&
  contract.group === 'A' &&
  isOfGroup('A', contract.modality) &&
  contract.market.mode === 'cativo' &&
  contract.generation === null;

type CycleOfMarket = MarketCycle & { readonly date: string };

const cyclesOf = (year: OpportunityYear): CycleOfMarket[] => {
  const billsAt = (supplierPrice: Price): readonly number[] => {
    const market = { mode: 'livre', supplierPrice, demandDiscount: NO_DISCOUNT } as const;
    return year.totalsBy(() => ({ ...year.contract, market }));
  };
  const [bases, priced] = [billsAt(FREE_OF_CHARGE), billsAt(ONE_REAL)];
  return year.cycles.map((cycle, index) => {
    const { start: date, completeness } = cycle;
    const [now, base] = [year.totals[index] ?? 0, bases[index] ?? 0];
    const energy = Math.round(((priced[index] ?? base) - base) * CENTS) / CENTS;
    return { date, days: daysIn(cycle), completeness, now, base, energy };
  });
};

/** The free market with its break-even price; the saving depends on a supplier's offer. */
export const marketSaving = (year: OpportunityYear): SavingOf<'free-market'> | null => {
  if (!mayLeave(year)) return null;
  const cycles = cyclesOf(year);
  const breakEven = breakEvenPrice(cycles);
  if (breakEven === null) return null;
  return {
    ...UNKNOWN_AMOUNT,
    kind: 'free-market',
    market: { breakEven, isRetail: needsRetailTrader(year.contract.demand), cycles },
    evidence: [],
  };
};
