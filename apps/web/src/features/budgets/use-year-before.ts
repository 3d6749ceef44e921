import type { BUDGET_TARGETS } from '@nascente/contract/budgets';
import { readEstablishmentMonths } from '@nascente/contract/establishment-consumption';
import { readGroup } from '@nascente/contract/groups';
import type { BudgetMeasure } from '@nascente/domain/budgets/budget-words';
import { civilMonth, firstDayOf, lastDayOf } from '@nascente/domain/time/civil-month';
import { request } from '../../shared/api-client.ts';

export interface Target {
  readonly kind: (typeof BUDGET_TARGETS)[number];
  readonly id: string;
}

const MONTHS = Array.from({ length: 12 }, (_, month) => String(month + 1).padStart(2, '0'));
/** Of a month that was measured less whole its sum would plan too little. */
const WHOLE_ENOUGH = 0.95;

interface Summed {
  readonly total: number;
  readonly cost: number | null;
  readonly completeness: number;
}

const amountOf = ({ total, cost, completeness }: Summed, measure: BudgetMeasure): number | null => {
  if (completeness < WHOLE_ENOUGH) return null;
  return measure === 'money' ? cost : total;
};

/** What each civil month of a year came to; null of months that were not measured whole. */
export const readYear = async (
  { kind, id }: Target,
  measure: BudgetMeasure,
  year: number,
): Promise<(number | null)[]> => {
  if (kind === 'establishment') {
    const type = measure === 'water' ? 'water' : 'eletric';
    const months = MONTHS.map((month) => `${month}/${year}`);
    const { hist } = await request(readEstablishmentMonths, { params: { id }, body: { type, months } });
    return hist.map(({ value }) => amountOf(value, measure));
  }
  const amounts: (number | null)[] = [];
  for (const month of MONTHS) {
    const asked = civilMonth(`${year}-${month}`);
    const query = { start: firstDayOf(asked), end: lastDayOf(asked) };
    const { group } = await request(readGroup, { params: { id }, query });
    amounts.push(amountOf(group, measure));
  }
  return amounts;
};
