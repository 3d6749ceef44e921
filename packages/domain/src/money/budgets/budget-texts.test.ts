import { expect, it } from 'vitest';
import {
  againstBudget,
  againstText,
  type BudgetProgress,
  budgetText,
  headingText,
  isAbove,
  usedText,
} from './budget-texts.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const progress = (overrides: Partial<BudgetProgress> = {}): BudgetProgress => ({
  measure: 'money',
  amount: 1200,
  used: 636,
  forecast: 1296,
  usualShare: 0.48,
  ...overrides,
});

it('formats amounts in their unit', () => {
  expect(plain(budgetText(1200, 'money'))).toBe('R$ 1.200,00');
  expect(plain(budgetText(1200, 'energy'))).toBe('1.200 kWh');
  expect(plain(budgetText(12, 'water'))).toBe('12,00 m³');
});

it('shows the used share beside the usual share of the elapsed days', () => {
  expect(usedText(progress())).toBe('53% usado; dias como os que passaram costumam consumir 48% do ciclo');
  expect(usedText(progress({ usualShare: null }))).toBe('53% usado');
  expect(usedText(progress({ used: null }))).toBe('Sem valor: falta a tarifa ou a medição');
});

it('shows the forecast against the plan, and treats a close forecast as planned', () => {
  expect(plain(headingText(progress()))).toBe('Caminha para R$ 1.296, 8% acima');
  expect(plain(headingText(progress({ forecast: 900 })))).toBe('Caminha para R$ 900, 25% abaixo');
  expect(plain(headingText(progress({ forecast: 1210 })))).toBe('Caminha para R$ 1.210, como planejado');
  expect(plain(headingText(progress({ amount: 90, forecast: 95.5 })))).toBe(
    'Caminha para R$ 95,50, 6% acima',
  );
  expect(plain(headingText(progress({ measure: 'energy' })))).toBe('Caminha para 1.296 kWh, 8% acima');
  expect(headingText(progress({ forecast: null }))).toBe('');
  expect(againstText(progress({ forecast: null }))).toBe('');
  expect([
    isAbove(progress()),
    isAbove(progress({ forecast: 1210 })),
    isAbove(progress({ forecast: null })),
  ]).toEqual([true, false, false]);
});

it('compares a forecast with a plan in R$, otherwise in quantity', () => {
  const forecast = { total: 900, cost: 1100 };
  expect(againstBudget({ forecast, budget: { measure: 'money', amount: 1000 } })).toBeCloseTo(0.1, 9);
  expect(againstBudget({ forecast, budget: { measure: 'energy', amount: 1000 } })).toBeCloseTo(-0.1, 9);
  expect(againstBudget({ forecast, budget: null })).toBeNull();
  const unpriced = { total: 900, cost: null };
  expect(againstBudget({ forecast: unpriced, budget: { measure: 'money', amount: 1000 } })).toBeNull();
});
