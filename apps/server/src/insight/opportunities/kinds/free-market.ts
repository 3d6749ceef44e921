import type { SavingOf } from '@nascente/contract/insight/opportunity-kinds';
import { type Price, parsePrice } from '@nascente/domain/base/units/price';
import { parseRate } from '@nascente/domain/base/units/rate';
import {
  breakEvenPrice,
  type MarketCycle,
  needsRetailTrader,
} from '@nascente/domain/insight/opportunities/supplier-price';
import type { YearOfBills } from '../../../money/bills/index.ts';
import { daysIn, UNKNOWN_AMOUNT } from '../cycle-saving.ts';

/** At one real a kWh what a supplier invoices says how many kWh it sells. */
const [FREE_OF_CHARGE, ONE_REAL] = [parsePrice('0'), parsePrice('1')];
const CENTS = 100;
const NO_DISCOUNT = parseRate('0');

/**
 * Who has a contract of Group A with the distributor, and may buy elsewhere. Who is billed as Group B by choice would have to leave that
 * choice first, and who compensates generation would lose its credits: compensation is for captive customers (Lei 14.300/2022).
 */
const mayLeave = ({ contract, contracts }: YearOfBills): boolean =>
  contracts.length > 0 &&
  contract.group === 'A' &&
  (contract.modality === 'verde' || contract.modality === 'azul') &&
  contract.market.mode === 'cativo' &&
  contract.generation === null;

type CycleOfMarket = MarketCycle & { readonly date: string };

const cyclesOf = (year: YearOfBills, totals: readonly number[]): CycleOfMarket[] => {
  const billsAt = (supplierPrice: Price): readonly number[] => {
    const market = { mode: 'livre', supplierPrice, demandDiscount: NO_DISCOUNT } as const;
    return year.totalsBy(() => ({ ...year.contract, market }));
  };
  const [bases, priced] = [billsAt(FREE_OF_CHARGE), billsAt(ONE_REAL)];
  return year.cycles.map((cycle, index) => {
    const { start: date, completeness } = cycle;
    const [now, base] = [totals[index] ?? 0, bases[index] ?? 0];
    const energy = Math.round(((priced[index] ?? base) - base) * CENTS) / CENTS;
    return { date, days: daysIn(cycle), completeness, now, base, energy };
  });
};

/**
 * The free market, with the price under which it is the cheaper one: what it saves is known once a supplier names its own.
 *
 * @param totals - R$ of each cycle as it is
 */
export const marketSaving = (
  year: YearOfBills,
  totals: readonly number[],
): SavingOf<'free-market'> | null => {
  if (!mayLeave(year)) return null;
  const cycles = cyclesOf(year, totals);
  const breakEven = breakEvenPrice(cycles);
  if (breakEven === null) return null;
  return {
    ...UNKNOWN_AMOUNT,
    kind: 'free-market',
    market: { breakEven, isRetail: needsRetailTrader(year.contract.demand), cycles },
    evidence: [],
  };
};
