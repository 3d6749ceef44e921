import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type Cents, cents } from '../../base/units/money.ts';
import { shareBill, splitEqually } from './share-bill.ts';

const bill = (total: number, unmeasured: number, parts: readonly number[], fixed = 0) =>
  shareBill({ total: cents(total), energy: null, fixed: cents(fixed), unmeasured, parts });

describe('a total shared by consumption alone', () => {
  it('assigns unmetered consumption to the rest', () => {
    const { amounts, rest } = bill(10_000, 20, [50, 30]);
    expect(amounts).toEqual([5000, 3000]);
    expect(rest).toEqual({ energy: 0, unmeasuredAmount: 2000, fixed: 0, unshared: 0, amount: 2000 });
  });

  it('leaves fixed lines in the rest', () => {
    const { amounts, rest } = bill(10_000, 0, [50, 30], 2000);
    expect(amounts).toEqual([5000, 3000]);
    expect(rest).toMatchObject({ unmeasuredAmount: 0, fixed: 2000, amount: 2000 });
  });

  it('assigns the complete total to the rest when nothing was consumed', () => {
    const { amounts, rest } = bill(3000, 0, [0, 0], 1000);
    expect(amounts).toEqual([0, 0]);
    expect(rest).toMatchObject({ fixed: 1000, unshared: 2000, amount: 3000 });
  });

  it('assigns the complete total to the rest when there are no parts', () => {
    expect(bill(3000, 7, [])).toMatchObject({ amounts: [], rest: { amount: 3000 } });
  });

  it('divides the lines with equal sharing equally among all parts', () => {
    const { amounts, rest } = shareBill({
      total: cents(10_000),
      energy: null,
      fixed: cents(1000),
      equal: cents(101),
      unmeasured: 0,
      parts: [75, 25],
    });
    const [maximum = 0, minimum = 0] = amounts;
    expect([maximum, minimum]).toEqual([6674 + 51, 2225 + 50]);
    expect(rest).toMatchObject({ fixed: 1000, unmeasuredAmount: 0 });
    expect(maximum + minimum + rest.amount).toBe(10_000);
  });

  it('leaves lines with equal sharing in the rest when there are no parts', () => {
    const { rest } = shareBill({
      total: cents(500),
      energy: null,
      fixed: cents(0),
      equal: cents(200),
      unmeasured: 1,
      parts: [],
    });
    expect(rest).toMatchObject({ unshared: 200, unmeasuredAmount: 300, amount: 500 });
  });
});

describe('a bill whose energy is shared by time-of-use period', () => {
  it('charges each part its own energy, and shares demand by consumption', () => {
    const { amounts, rest } = shareBill({
      total: cents(20_000),
      energy: { total: cents(9000), parts: [cents(6000), cents(1000)] },
      fixed: cents(1000),
      unmeasured: 20,
      parts: [50, 30],
    });
    expect(amounts).toEqual([6000 + 5000, 1000 + 3000]);
    expect(rest).toEqual({
      energy: 2000,
      unmeasuredAmount: 4000,
      fixed: 1000,
      unshared: 0,
      amount: 5000,
    });
  });

  it('returns a negative rest when the parts measured more than the bill charges', () => {
    const { amounts, rest } = shareBill({
      total: cents(1000),
      energy: { total: cents(1000), parts: [cents(900), cents(300)] },
      fixed: cents(0),
      unmeasured: 0,
      parts: [90, 30],
    });
    expect(amounts).toEqual([900, 300]);
    expect(rest).toMatchObject({ energy: -200, amount: -200 });
  });
});

const quantity = fc.integer({ min: 0, max: 10 ** 10 });
const amount = fc.integer({ min: 0, max: 10 ** 6 });

test('returns amounts of the parts and the rest that add up to the total', () => {
  const sharedBill = fc.record({
    total: fc.integer({ min: -(10 ** 9), max: 10 ** 9 }),
    fixed: amount,
    shared: amount,
    unmeasured: quantity,
    parts: fc.array(fc.record({ consumed: quantity, energy: amount }), { maxLength: 12 }),
  });
  fc.assert(
    fc.property(sharedBill, ({ total, fixed, shared, unmeasured, parts }) => {
      const { amounts, rest } = shareBill({
        total: cents(total),
        energy: { total: cents(shared), parts: parts.map(({ energy }) => cents(energy)) },
        fixed: cents(fixed),
        unmeasured,
        parts: parts.map(({ consumed }) => consumed),
      });
      expect(amounts.reduce<number>((sum, one: Cents) => sum + one, 0) + rest.amount).toBe(total);
      expect(amounts).toHaveLength(parts.length);
    }),
  );
});

test('splits a quantity into equal parts that differ by one at most', () => {
  fc.assert(
    fc.property(quantity, fc.integer({ min: 1, max: 9 }), (complete, parts) => {
      const split = splitEqually(complete, parts);
      expect(split.reduce((sum, part) => sum + part, 0)).toBe(complete);
      expect(Math.max(...split) - Math.min(...split)).toBeLessThanOrEqual(1);
    }),
  );
  expect(splitEqually(8, 3)).toEqual([3, 3, 2]);
});
