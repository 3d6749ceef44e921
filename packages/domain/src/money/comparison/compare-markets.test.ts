import { describe, expect, test } from 'vitest';
import { cents } from '../../base/units/money.ts';
import { parsePrice } from '../../base/units/price.ts';
import { parseRate } from '../../base/units/rate.ts';
import type { BillingContract } from '../../sites/tariffs/billing-contract.ts';
import type { OwnLine, OwnLineKind } from '../../sites/tariffs/own-line.ts';
import { CONTRACT_A, EVER, flagMonths, measuredFacts, single, taxes } from '../testing/bill-facts.ts';
import { VERDE } from '../testing/rules-facts.ts';
import { compareMarkets, type MarketOffer } from './compare-markets.ts';

const measured = [
  measuredFacts({ rules: VERDE, consumed: { inPoint: 100, outPoint: 1000 }, demand: { outPoint: 50 } }),
];
const flags = flagMonths({ '2026-06': 'amarela' });
const line = (kind: OwnLineKind, amount: number): OwnLine => ({
  label: kind,
  kind,
  value: { mode: 'amount', amount: cents(amount) },
  isCredit: false,
  taxes: { icms: false, pisCofins: false },
  isBeforeTaxes: false,
  repeats: 'cycle',
  first: EVER,
  last: null,
  sharing: 'none',
});
const CONTRACT: BillingContract = { ...CONTRACT_A, taxes: [taxes('0')], demand: single(50) };
const OFFER: MarketOffer = { supplierPrice: parsePrice('0.2'), demandDiscount: parseRate('0.5') };
const totals = (contract: Partial<BillingContract>, offer: MarketOffer | null) => {
  const { captive, free } = compareMarkets({
    measured,
    contract: { ...CONTRACT, ...contract },
    flags,
    offer,
  });
  return [captive[0]?.total, free?.[0]?.total];
};

/** Energy at both prices, demand, and the yellow flag on all of it. */
const CAPTIVE = Math.floor(100 * 100 * 2) + 1000 * 40 + 50 * 2000 + Math.floor(1100 * 1.885);
/** TUSD with half of the peak surcharge and half of the demand discounted, plus the energy of the supplier. */
const FREE = 100 * 80 + 1000 * 10 + 50 * 1000 + 1100 * 20;

describe('the same cycle in both markets', () => {
  test('compares an offer with the bill of a captive customer', () => {
    expect(totals({}, OFFER)).toEqual([CAPTIVE, FREE]);
    expect(totals({}, null)).toEqual([CAPTIVE, undefined]);
  });

  test('compares a free customer with a captive one, by agreement or by an offer', () => {
    const supply = {
      losses: parseRate('0'),
      volume: null,
      icms: 'none',
      prices: [{ validFrom: EVER, price: parsePrice('0.3') }],
    } as const;
    const market = {
      mode: 'livre',
      demandDiscount: parseRate('0.5'),
      supplierPrice: parsePrice('0.2'),
    } as const;
    expect(totals({ market }, null)).toEqual([CAPTIVE, FREE]);
    expect(totals({ market: { ...market, supply } }, null)).toEqual([CAPTIVE, FREE + 1100 * 10]);
    expect(totals({ market: { ...market, supply } }, OFFER)).toEqual([CAPTIVE, FREE]);
    expect(totals({ market }, OFFER)).toEqual([CAPTIVE, FREE]);
    expect(totals({ market: { ...market, supplierPrice: null } }, null)).toEqual([CAPTIVE, undefined]);
  });

  test('excludes entered supplier and CCEE lines from the captive bill', () => {
    const ownLines = [line('supplier', 700), line('ccee', 30), line('fine', 1)];
    expect(totals({ ownLines }, OFFER)).toEqual([CAPTIVE + 1, FREE + 731]);
  });
});
