import type { BudgetMeasure } from '@nascente/domain/money/budgets/budget-words';

/** What somebody plans cycles to come to. */
export interface BudgetTables {
  budget: BudgetTable;
}

/** Exactly one of the two ids is told. */
interface BudgetTable {
  establishment_id: string | null;
  group_id: string | null;
  measure: BudgetMeasure;
  /** YYYY-MM */
  cycle: string;
  amount: string;
}
