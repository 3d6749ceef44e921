import type { BUDGET_TARGETS } from '@nascente/contract/money/budgets';
import { readEstablishmentMonths } from '@nascente/contract/money/establishment-consumption';
import { readGroup } from '@nascente/contract/sites/groups';
import type { CivilDate } from '@nascente/domain/base/time/civil-day';
import {
  type CivilMonth,
  civilMonth,
  firstDayOf,
  lastDayOf,
  lastMonths,
  toMonthOfYear,
} from '@nascente/domain/base/time/civil-month';
import { isPartlyMeasured } from '@nascente/domain/energy/consumption/partly-measured';
import type { BudgetMeasure } from '@nascente/domain/money/budgets/budget-texts';
import { request } from '../../shared/api/api-client.ts';

export interface Target {
  readonly kind: (typeof BUDGET_TARGETS)[number];
  readonly id: string;
}

const MONTHS_A_YEAR = 12;

interface Summed {
  readonly total: number;
  readonly cost: number | null;
  readonly completeness: number;
}

/** Amounts of these months, in order. */
const readMonths = async (
  { kind, id }: Target,
  measure: BudgetMeasure,
  months: readonly CivilMonth[],
): Promise<readonly Summed[]> => {
  if (kind === 'establishment') {
    const type = measure === 'water' ? 'water' : 'eletric';
    const body = { type, months: months.map(toMonthOfYear) } as const;
    const { hist } = await request(readEstablishmentMonths, { params: { id }, body });
    return hist.map(({ value }) => value);
  }
  const groups: Summed[] = [];
  for (const month of months) {
    const query = { start: firstDayOf(month), end: lastDayOf(month) };
    groups.push((await request(readGroup, { params: { id }, query })).group);
  }
  return groups;
};

/**
 * Amounts of a year's civil months; null where a month was not measured whole. Completeness counts from the meters'
 * first day to now, so unfinished months and months before it may have few days.
 */
export const readYear = async (
  target: Target,
  measure: BudgetMeasure,
  year: number,
  today: CivilDate,
): Promise<(number | null)[]> => {
  const months = lastMonths(civilMonth(`${year}-12`), MONTHS_A_YEAR + 1);
  const over = months.filter((month) => lastDayOf(month) < today);
  const summed = over.length === 0 ? [] : await readMonths(target, measure, over);
  return months.slice(1).map((_, index) => {
    const [before, present] = [summed[index], summed[index + 1]];
    if (before === undefined || present === undefined) return null;
    if (before.completeness === 0 || isPartlyMeasured(present.completeness)) return null;
    return measure === 'money' ? present.cost : present.total;
  });
};
