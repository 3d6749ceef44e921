import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMonths, type CivilMonth, civilMonth } from '../../base/time/civil-month.ts';
import { kilowattHours, milliwattHours } from '../../base/units/energy.ts';
import { certificateKey, freeToRetire, type IrecLot, monthsToWeigh, retireLots } from './irec-lots.ts';

const month = (number: number): CivilMonth => addMonths(civilMonth('2025-12'), number);
const mwh = (amount: number) => milliwattHours(amount * 1e9);
/** Consumption of months from January 2026 on, MWh. */
const consumed = (...amounts: readonly number[]) =>
  amounts.map((amount, index) => ({ month: month(index + 1), energy: mwh(amount) }));
const lot = (id: string, first: number, last: number, amount: number): IrecLot => ({
  id,
  first: month(first),
  last: month(last),
  energy: mwh(amount),
});
const inMwh = (lots: readonly IrecLot[], months: ReturnType<typeof consumed>) => {
  const { byMonth, excessOf } = retireLots(lots, months);
  return {
    byMonth: [...byMonth.values()].map((energy) => Number((energy / 1e9).toFixed(6))),
    excess: [...excessOf.values()].map((energy) => kilowattHours(energy) / 1000),
  };
};
const free = (lots: readonly IrecLot[], months: ReturnType<typeof consumed>, first: number, last: number) =>
  freeToRetire(lots, months, { first: month(first), last: month(last) }) / 1e9;

describe('retired lots', () => {
  it('cover the same share of each month of their period', () => {
    expect(inMwh([lot('a', 1, 3, 3)], consumed(1, 2, 3, 4))).toEqual({
      byMonth: [0.5, 1, 1.5, 0],
      excess: [0],
    });
  });

  it('leave inner months to lots that have no others', () => {
    const lots = [lot('year', 1, 2, 10), lot('january', 1, 1, 10)];
    expect(inMwh(lots, consumed(10, 10))).toEqual({ byMonth: [10, 10], excess: [0, 0] });
  });

  it('take the earliest months where overlapping lots fit in no other way', () => {
    const lots = [lot('a', 1, 2, 15), lot('b', 2, 3, 15)];
    expect(inMwh(lots, consumed(10, 10, 10))).toEqual({ byMonth: [10, 10, 10], excess: [0, 0] });
  });

  it('never exceed the consumption of a month, and name the energy that does', () => {
    const lots = [lot('a', 1, 2, 3), lot('b', 1, 2, 2)];
    expect(inMwh(lots, consumed(1, 2, 9))).toEqual({ byMonth: [1, 2, 0], excess: [0, 2] });
    expect(inMwh([lot('a', 1, 1, 1)], consumed(-4))).toEqual({ byMonth: [0], excess: [1] });
    expect(inMwh([], consumed(1))).toEqual({ byMonth: [0], excess: [] });
  });
});

describe('what is free to retire', () => {
  it('is the consumption of the period less what other lots need of it', () => {
    expect(free([], consumed(1, 2, 3), 2, 3)).toBe(5);
    expect(free([lot('a', 1, 2, 2)], consumed(1, 2, 3), 2, 2)).toBe(1);
    expect(free([lot('a', 1, 2, 2)], consumed(1, 2, 3), 1, 3)).toBe(4);
    expect(free([lot('a', 1, 1, 9)], consumed(1, 2), 1, 1)).toBe(0);
  });

  it('fits exactly: a lot of that size has no excess, a larger one has', () => {
    const someLot = fc.record({
      first: fc.integer({ min: 1, max: 6 }),
      months: fc.nat(3),
      energy: fc.nat(20),
    });
    const energies = fc.array(fc.nat(10), { minLength: 9, maxLength: 9 });
    fc.assert(
      fc.property(fc.array(someLot, { maxLength: 5 }), someLot, energies, (others, added, amounts) => {
        const months = amounts.map((energy, index) => ({
          month: month(index + 1),
          energy: milliwattHours(energy),
        }));
        const toLot = ({ first, months: more, energy }: typeof added, id: string): IrecLot => ({
          id,
          first: month(first),
          last: month(first + more),
          energy: milliwattHours(energy),
        });
        const fitting: IrecLot[] = [];
        for (const [index, one] of others.entries()) {
          const other = toLot(one, String(index));
          const room = freeToRetire(fitting, months, other);
          fitting.push({ ...other, energy: milliwattHours(Math.min(room, other.energy)) });
        }
        const size = freeToRetire(fitting, months, toLot(added, 'new'));
        const excess = (energy: number) => {
          const all = [...fitting, { ...toLot(added, 'new'), energy: milliwattHours(energy) }];
          return [...retireLots(all, months).excessOf.values()].reduce((sum, one) => sum + one, 0);
        };
        expect(excess(size)).toBe(0);
        expect(excess(size + 1)).toBe(1);
        // Hall's condition: lots within some months never need more than these months have.
        const all = [...fitting, { ...toLot(added, 'new'), energy: size }];
        for (let from = 1; from <= 9; from++)
          for (let to = from; to <= 9; to++) {
            const within = all.filter(({ first, last }) => first >= month(from) && last <= month(to));
            const needed = within.reduce((sum, { energy }) => sum + energy, 0);
            expect(needed).toBeLessThanOrEqual(
              amounts.slice(from - 1, to).reduce((sum, one) => sum + one, 0),
            );
          }
        const retired = retireLots(all, months).byMonth;
        for (const { month: of, energy } of months) {
          expect(retired.get(of)).toBeGreaterThanOrEqual(0);
          expect(retired.get(of)).toBeLessThanOrEqual(energy);
        }
      }),
    );
  });
});

describe('the months to weigh', () => {
  it('reach as far as lots overlap, directly or through others', () => {
    const lots = [lot('a', 3, 5, 1), lot('b', 5, 8, 1), lot('c', 9, 9, 1)];
    expect(monthsToWeigh(lots, { first: month(1), last: month(2) })).toEqual({
      first: month(1),
      last: month(2),
    });
    expect(monthsToWeigh(lots, { first: month(1), last: month(3) })).toEqual({
      first: month(1),
      last: month(8),
    });
    expect(monthsToWeigh(lots, { first: month(6), last: month(6) })).toEqual({
      first: month(3),
      last: month(8),
    });
  });
});

it('compares certificate numbers by their letters and digits', () => {
  expect(certificateKey(' br-0001.25/ab ')).toBe('BR000125AB');
});
