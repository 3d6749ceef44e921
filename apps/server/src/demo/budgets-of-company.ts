import type { BudgetMeasure } from '@nascente/domain/money/budgets/budget-words';

/** What every cycle of an establishment, or of a group, of the demonstration is planned to come to. */
export interface DemonstrationBudget {
  readonly kind: 'establishment' | 'group';
  readonly name: string;
  readonly measure: BudgetMeasure;
  /** R$, kWh or m³. */
  readonly amount: number;
}

/** Most keep within what is planned; the bakery's water, which leaks, heads above. */
export const BUDGETS: readonly DemonstrationBudget[] = [
  { kind: 'establishment', name: 'Padaria Aurora', measure: 'money', amount: 3_100 },
  { kind: 'establishment', name: 'Padaria Aurora', measure: 'water', amount: 36 },
  { kind: 'establishment', name: 'Fábrica de Massas', measure: 'money', amount: 11_500 },
  { kind: 'group', name: 'Produção', measure: 'energy', amount: 20_000 },
];
