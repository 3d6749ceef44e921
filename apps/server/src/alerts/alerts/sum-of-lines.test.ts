import type { BillAnswer } from '@nascente/contract/money/bills';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sumOfLines } from './watches/money-rules.ts';

type Line = Pick<BillAnswer['lines'][number], 'kind' | 'amount'>;

const KINDS = ['energy', 'demand', 'overrun', 'reactive-energy', 'reactive-demand', 'cosip'] as const;
const inBill = (lines: readonly Line[]) => ({ lines }) as Pick<BillAnswer, 'lines'>;

test('sums the rounded lines of the bill: 21,14 where unrounded lines come to 21,13', () => {
  const unrounded = [10.567, 10.567];
  const lines = unrounded.map((amount) => ({
    kind: 'overrun' as const,
    amount: Math.round(amount * 100) / 100,
  }));
  expect(unrounded.reduce((sum, amount) => sum + amount).toFixed(2)).toBe('21.13');
  expect(sumOfLines(inBill(lines), ['overrun'])).toBe(21.14);
});

test('equals the cents of its kinds of lines, and the bill total over all kinds', () => {
  const line = fc.record({
    kind: fc.constantFrom(...KINDS),
    cents: fc.integer({ min: -5_000_000, max: 50_000_000 }),
  });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 40 }), fc.subarray([...KINDS]), (generated, kinds) => {
      const bill = inBill(generated.map(({ kind, cents }) => ({ kind, amount: cents / 100 })));
      const centsOf = (chosen: readonly string[]) =>
        generated.filter(({ kind }) => chosen.includes(kind)).reduce((sum, { cents }) => sum + cents, 0);
      expect(Math.round(sumOfLines(bill, kinds) * 100)).toBe(centsOf(kinds));
      expect(sumOfLines(bill, kinds)).toBe(centsOf(kinds) / 100);
      expect(Math.round(sumOfLines(bill, KINDS) * 100)).toBe(centsOf(KINDS));
    }),
  );
});
