import type { BudgetMeasure } from '@nascente/domain/money/budgets/budget-texts';
import { expect, it } from 'vitest';
import { alike, amountOf, changedBy, emptyYear, percentOf, typedYear } from './year-form.tsx';

it('reads amounts in Brazilian notation, and null for an empty month', () => {
  const read = (measure: BudgetMeasure, typed: readonly string[]) =>
    typed.map((one) => amountOf(one, measure));
  expect(read('energy', ['', '1.200', '1.200,50'])).toEqual([null, 1200, 1200.5]);
  expect(read('money', ['R$ 2.000,00', 'R$\u00a02.000', 'r$5'])).toEqual([2000, 2000, 5]);
  const wrong = ['0', 'mil', '-3', '999999999999', 'R$ 2.000,00'];
  expect(read('energy', wrong)).toEqual(wrong.map(() => undefined));
  expect(typedYear([1200.5, null, 80])).toEqual(['1.200,50', '', '80']);
  expect(alike('500')).toHaveLength(12);
});

it('copies a measured year with a percentage more or less', () => {
  const before = [1000, null, 0, ...Array<number>(9).fill(333.33)];
  const typed = changedBy(['', '7', '8', ...emptyYear().slice(3)], before, -10);
  expect(typed.slice(0, 4)).toEqual(['900', '7', '8', '300']);
});

it('reads percentages with either sign', () => {
  expect(['-10', '−10', '+5,5', '3', '-100', 'x', ''].map(percentOf)).toEqual([
    -10,
    -10,
    5.5,
    3,
    null,
    null,
    null,
  ]);
});
