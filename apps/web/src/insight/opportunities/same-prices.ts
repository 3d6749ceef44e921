import type { Opportunity } from '@nascente/contract/insight/opportunity-kinds';
import { SURENESS } from '@nascente/domain/insight/opportunities/yearly-saving';

/** One row: an opportunity, or the same one at several establishments. */
export type Together = readonly [Opportunity, ...Opportunity[]];

/** An outdated tariff is one opportunity at all its establishments; other kinds are separate. */
const keyOf = (opportunity: Opportunity): string => {
  const { kind, establishment, state, reason, doneOn } = opportunity;
  if (opportunity.kind === 'old-prices') {
    const { tariff, newer } = opportunity.prices;
    return [kind, tariff._id, newer?._id, state, reason, doneOn].join(' ');
  }
  return `${kind} ${establishment._id} ${opportunity.kind === 'leak' ? opportunity.meter.mac : ''}`;
};

export const together = (opportunities: readonly Opportunity[]): readonly Together[] => {
  const rows = new Map<string, [Opportunity, ...Opportunity[]]>();
  for (const opportunity of opportunities) {
    const row = rows.get(keyOf(opportunity));
    if (row === undefined) rows.set(keyOf(opportunity), [opportunity]);
    else row.push(opportunity);
  }
  return [...rows.values()];
};

const sumOf = (amounts: readonly (number | null)[]): number | null =>
  amounts.reduce<number | null>((sum, amount) => (sum === null || amount === null ? null : sum + amount), 0);

/** Several as one: amounts add up, the lowest certainty counts. */
export const asOne = (opportunities: Together): Opportunity => {
  const [first] = opportunities;
  if (opportunities.length === 1 || first.kind !== 'old-prices') return first;
  const change = sumOf(opportunities.map((one) => (one.kind === 'old-prices' ? one.prices.change : null)));
  const sureness = Math.max(...opportunities.map((one) => SURENESS.indexOf(one.sureness)));
  return {
    ...first,
    perYear: change === null ? null : Math.abs(change),
    low: sumOf(opportunities.map(({ low }) => low)),
    high: sumOf(opportunities.map(({ high }) => high)),
    sureness: SURENESS[sureness] ?? first.sureness,
    prices: { ...first.prices, change },
  };
};
