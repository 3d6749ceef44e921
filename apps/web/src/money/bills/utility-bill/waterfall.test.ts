import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sumReais } from '../cycle-bill/bill-groups.ts';
import { waterfall } from './reconciled-bill.tsx';

describe('the waterfall', () => {
  const cents = fc.integer({ min: -500_000, max: 500_000 }).map((amount) => amount / 100);

  it('ends where the billed bar ends, whatever the parts are', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000_000 }),
        fc.array(cents, { maxLength: 5 }),
        (base, amounts) => {
          const expected = { total: base / 100 };
          const billed = { total: sumReais([expected.total, ...amounts]) };
          const causes = ['period', 'missingData', 'consumption', 'demand', 'tariff'] as const;
          const parts = amounts.map((amount, index) => ({
            cause: causes[index] ?? ('rest' as const),
            amount,
          }));
          const steps = waterfall({ expected, billed, parts });
          for (const { from, length } of steps) {
            expect(from).toBeGreaterThanOrEqual(-1e-9);
            expect(from + length).toBeLessThanOrEqual(1 + 1e-9);
          }
          const moved = steps.slice(1, -1).filter(({ amount }) => amount !== 0);
          expect(sumReais([expected.total, ...moved.map(({ amount }) => amount)])).toBe(billed.total);
        },
      ),
    );
  });
});
