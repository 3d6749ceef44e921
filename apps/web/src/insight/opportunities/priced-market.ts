import type { OpportunityOf } from '@nascente/contract/insight/opportunity-kinds';
import { savedAt, totalAt, yearlyDifference } from '@nascente/domain/insight/opportunities/supplier-price';
import { MIN_A_YEAR, yearlySaving } from '@nascente/domain/insight/opportunities/yearly-saving';
import { supplierPriceOf } from '../../shared/forms/supplier-price.ts';
import { perMwhText } from '../../shared/opportunities/advice-words.ts';
import { wholeReais } from '../../shared/opportunities/opportunity-words.ts';

type Market = OpportunityOf<'free-market'>['market'];

/** A supplier's price as it is typed, R$/MWh or R$/kWh, in R$/kWh; null where it is none. */
export const typedPriceOf = (typed: string): number | null => {
  const price = supplierPriceOf(typed);
  return price === null ? null : Number(price);
};

/** The free market told as any other saving, at R$/kWh; without an amount where it is not the cheaper one. */
export const atSupplierPrice = (
  opportunity: OpportunityOf<'free-market'>,
  price: number | null,
): OpportunityOf<'free-market'> => {
  const { market } = opportunity;
  if (price === null) return opportunity;
  return {
    ...opportunity,
    ...yearlySaving(savedAt(market.cycles, price)),
    evidence: market.cycles.map((cycle) => ({
      date: cycle.date,
      now: cycle.now,
      instead: totalAt(cycle, price),
    })),
  };
};

/** What a price makes of the bills of a year. */
export const verdictOn = ({ cycles }: Market, price: number): string => {
  const difference = yearlyDifference(cycles, price);
  const asked = `A ${perMwhText(price)}`;
  if (difference <= -MIN_A_YEAR)
    return `${asked}, as contas sairiam ${wholeReais(-difference)} por ano mais caras.`;
  if (difference < MIN_A_YEAR) return `${asked}, os dois mercados custariam quase o mesmo.`;
  return `${asked}, é o que se economiza sobre as contas de hoje. Não entra na soma acima: outra mudança no mesmo lugar pode diminuir este valor.`;
};
