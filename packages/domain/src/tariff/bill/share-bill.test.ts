import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type Cents, cents } from '../../units/money.ts';
import { shareBill, splitEqually } from './share-bill.ts';

const bill = (total: number, consumed: number, parts: readonly number[], fixed = 0) =>
  shareBill({ total: cents(total), fixed: cents(fixed), consumed, parts });

describe('a bill', () => {
  it('is shared by consumption, and what no part measured is the rest', () => {
    const { amounts, rest, measuredTooMuch } = bill(10_000, 100, [50, 30]);
    expect(amounts).toEqual([5000, 3000]);
    expect(rest).toEqual({ unmeasured: 20, unmeasuredAmount: 2000, fixed: 0, unshared: 0, amount: 2000 });
    expect(measuredTooMuch).toBe(0);
  });

  it('leaves what consumption does not explain in the rest', () => {
    const { amounts, rest } = bill(10_000, 80, [50, 30], 2000);
    expect(amounts).toEqual([5000, 3000]);
    expect(rest).toMatchObject({ unmeasured: 0, unmeasuredAmount: 0, fixed: 2000, amount: 2000 });
  });

  it('of which nothing was consumed is rest altogether', () => {
    const { amounts, rest } = bill(3000, 0, [0, 0], 1000);
    expect(amounts).toEqual([0, 0]);
    expect(rest).toMatchObject({ fixed: 1000, unshared: 2000, amount: 3000 });
  });

  it('without parts is rest altogether', () => {
    expect(bill(3000, 7, [])).toMatchObject({ amounts: [], rest: { unmeasured: 7, amount: 3000 } });
  });

  it('has what is to be shared equally in every part, whatever it consumed', () => {
    const { amounts, rest } = shareBill({
      total: cents(10_000),
      fixed: cents(1000),
      equal: cents(101),
      consumed: 100,
      parts: [75, 25],
    });
    const [most = 0, least = 0] = amounts;
    expect([most, least]).toEqual([6674 + 51, 2225 + 50]);
    expect(rest).toMatchObject({ fixed: 1000, unmeasuredAmount: 0 });
    expect(most + least + rest.amount).toBe(10_000);
  });

  it('leaves in the rest what nobody is there to share equally', () => {
    const shared = shareBill({
      total: cents(500),
      fixed: cents(0),
      equal: cents(200),
      consumed: 1,
      parts: [],
    });
    expect(shared.rest).toMatchObject({ unshared: 200, unmeasuredAmount: 300, amount: 500 });
  });

  it('is shared by the parts alone where they measured more than the whole', () => {
    expect(bill(900, 50, [60, 30])).toMatchObject({
      amounts: [600, 300],
      rest: { unmeasured: 0, amount: 0 },
      measuredTooMuch: 40,
    });
  });
});

const quantity = fc.integer({ min: 0, max: 10 ** 10 });

test('shares and rest add up to the total, whatever is shared', () => {
  const sharedBill = fc.record({
    total: fc.integer({ min: -(10 ** 9), max: 10 ** 9 }),
    fixed: fc.integer({ min: 0, max: 10 ** 6 }),
    consumed: quantity,
    parts: fc.array(quantity, { maxLength: 12 }),
  });
  fc.assert(
    fc.property(sharedBill, ({ total, fixed, consumed, parts }) => {
      const { amounts, rest } = bill(total, consumed, parts, fixed);
      expect(amounts.reduce<number>((sum, one: Cents) => sum + one, 0) + rest.amount).toBe(total);
      expect(amounts).toHaveLength(parts.length);
    }),
  );
});

test('equal parts add up, and differ by one at most', () => {
  fc.assert(
    fc.property(quantity, fc.integer({ min: 1, max: 9 }), (whole, parts) => {
      const split = splitEqually(whole, parts);
      expect(split.reduce((sum, part) => sum + part, 0)).toBe(whole);
      expect(Math.max(...split) - Math.min(...split)).toBeLessThanOrEqual(1);
    }),
  );
  expect(splitEqually(8, 3)).toEqual([3, 3, 2]);
});
