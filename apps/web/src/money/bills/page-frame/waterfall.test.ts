import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sumReais } from '../cycle-bill/bill-groups.ts';
import { waterfallSteps } from './waterfall.tsx';

describe('the waterfall', () => {
  const cents = fc.integer({ min: -500_000, max: 500_000 }).map((amount) => amount / 100);

  it('ends at the end of the billed bar with any parts', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000_000 }),
        fc.array(cents, { maxLength: 5 }),
        (base, amounts) => {
          const from = { name: 'antes', amount: base / 100 };
          const to = { name: 'depois', amount: sumReais([from.amount, ...amounts]) };
          const parts = amounts.map((amount, index) => ({ key: `${index}`, name: 'parte', amount }));
          const steps = waterfallSteps({ from, to, parts });
          for (const { start, length } of steps) {
            expect(start).toBeGreaterThanOrEqual(-1e-9);
            expect(start + length).toBeLessThanOrEqual(1 + 1e-9);
          }
          const moved = steps.slice(1, -1).filter(({ amount }) => amount !== 0);
          expect(sumReais([from.amount, ...moved.map(({ amount }) => amount)])).toBe(to.amount);
        },
      ),
    );
  });
});
