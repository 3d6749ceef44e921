import type { QueryOf } from '@nascente/contract/base/call';
import type { MarketComparison, readMarketComparison } from '@nascente/contract/money/market-comparison';
import { reais, sumCents } from '@nascente/domain/base/units/money';
import { parsePrice } from '@nascente/domain/base/units/price';
import { parseRate } from '@nascente/domain/base/units/rate';
import type { Bill } from '@nascente/domain/money/bill/bill';
import { taxRulesOfCycles } from '@nascente/domain/money/charges/compared-taxes';
import { compareMarkets, type MarketOffer } from '@nascente/domain/money/comparison/compare-markets';
import { benefitHours } from '@nascente/domain/sites/tariffs/benefit';
import type { BillingContract } from '@nascente/domain/sites/tariffs/billing-contract';
import type { RulesVersion } from '@nascente/domain/sites/tariffs/tariff-rules';
import type { Caller } from '../../../platform/http/caller.ts';
import { creditedOf } from '../bill-answer.ts';
import type { BillMaker } from '../bill-maker.ts';
import { type BilledEstablishments, measureDays, todayAt } from '../measured-days.ts';
import { withoutCredits } from './comparison.service.ts';
import { daysOf, finishedCycles, loadedCycles, toMeasured } from './year-of-cycles.ts';

type Requested = QueryOf<typeof readMarketComparison>;

export type MarketComparisonService = ReturnType<typeof createMarketComparisonService>;

const offerOf = ({ supplierPrice, discount = '0' }: Requested): MarketOffer | null =>
  supplierPrice === undefined
    ? null
    : { supplierPrice: parsePrice(supplierPrice), demandDiscount: parseRate(discount) };

const toMarket = (
  bills: readonly Bill[],
  contract: BillingContract,
): NonNullable<MarketComparison['captive']> => ({
  total: reais(sumCents(bills.map(({ total }) => total))),
  ...creditedOf(bills, contract),
  months: bills.map(({ first, last, total }) => ({ start: first, end: last, total: reais(total) })),
  missing: [...new Set(bills.flatMap(({ missing }) => missing))],
});

const hasTusdTe = ({ rules: { modality } }: RulesVersion): boolean =>
  modality !== 'simple' && modality !== 'water';

const CENTS = 100;

export const createMarketComparisonService = (needs: {
  establishments: BilledEstablishments;
  maker: BillMaker;
}) => {
  const { establishments, maker } = needs;
  return {
    async read(caller: Caller, id: string, requested: Requested): Promise<MarketComparison> {
      const establishment = await establishments.find(caller, id, 'eletric', 'see-bills');
      const cycles = finishedCycles(establishment, requested.end ?? null);
      const days = daysOf(cycles);
      establishments.requireFullAccess(caller, establishment, days ?? undefined);
      const today = todayAt(establishment);
      const terms = await maker.terms(establishment, { first: today, last: today });
      const { group, subgroup, market, benefits } = terms.contract;
      const isOpen = group === 'A';
      const none = {
        isOpen,
        subgroup,
        current: market.mode,
        captive: null,
        free: null,
        taxRules: null,
        saving: null,
      };
      if (days === null || !terms.versions.some(hasTusdTe)) return { ...none, cycles: [] };
      const read = await maker.read(establishment, days);
      const hours = benefitHours(benefits);
      const measured = loadedCycles(establishment, read, cycles).map((cycle) =>
        measureDays(establishment, read, cycle, terms.versions, hours),
      );
      const { captive, free } = compareMarkets({
        measured,
        contract: withoutCredits(terms),
        flags: establishment.flags,
        offer: offerOf(requested),
      });
      const [ofCaptive, ofFree] = [toMarket(captive, terms.contract), free && toMarket(free, terms.contract)];
      return {
        isOpen,
        subgroup,
        current: market.mode,
        cycles: measured.map(toMeasured),
        captive: ofCaptive,
        free: ofFree,
        taxRules: taxRulesOfCycles(captive),
        saving: ofFree && Math.round((ofCaptive.total - ofFree.total) * CENTS) / CENTS,
      };
    },
  };
};
