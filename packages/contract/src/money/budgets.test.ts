import { describe, expect, test } from 'vitest';
import { saveBudgetYear } from './budgets.ts';

describe('the planned amount of a cycle', () => {
  const planned = (amount: number) =>
    saveBudgetYear.body.safeParse({
      target: { kind: 'group', id: 'a' },
      measure: 'energy',
      year: '2028',
      amounts: [amount, ...Array<null>(11).fill(null)],
    });

  test.each([0.01, 100_000_000])('accepts %d', (amount) => {
    expect(planned(amount).success).toBe(true);
  });

  test.each([-1, 0, 1e-300, 0.004, 100_000_001])('refuses %d', (amount) => {
    expect(planned(amount).error?.issues[0]?.message).toBe('Use um valor de 0,01 a 100.000.000.');
  });
});
