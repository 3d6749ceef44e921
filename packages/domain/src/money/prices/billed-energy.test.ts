import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents, sumCents } from '../../base/units/money.ts';
import { type Price, priceToNumber } from '../../base/units/price.ts';
import type { Charge } from '../bill/bill.ts';
import { billedEnergy, costsOf, energyOfLines, withUnconsumedPeriods } from './billed-energy.ts';

type Line = Pick<Charge, 'kind' | 'post' | 'amount'>;

const line = (kind: Line['kind'], touPeriod: Line['post'], reais: number): Line => ({
  kind,
  post: touPeriod,
  amount: cents(Math.round(reais * 100)),
});

const VERDE: readonly Line[] = [
  line('energy', 'inPoint', 200),
  line('energy', 'outPoint', 300),
  line('flag', null, 20),
  line('demand', null, 900),
  line('reactive-energy', 'outPoint', 12),
  line('cosip', null, 40),
];
const KWH = { inPoint: 100_000_000, interPoint: 0, outPoint: 900_000_000 };

describe('what a bill charges for consumption', () => {
  test('is told apart from demand, reactive excess and public lighting', () => {
    expect(billedEnergy(VERDE, KWH)).toMatchObject({ energy: 52_000, fixed: 95_200 });
    expect(energyOfLines(VERDE)).toBe(52_000);
  });

  test('has a price for each post, with what belongs to no post spread over all of it', () => {
    const { prices } = billedEnergy(VERDE, KWH);
    expect(priceToNumber(prices.inPoint)).toBeCloseTo(2.02, 9);
    expect(priceToNumber(prices.outPoint)).toBeCloseTo(300 / 900 + 0.02, 9);
    expect(priceToNumber(prices.interPoint)).toBeCloseTo(0.02, 9);
  });

  test('takes credits off, and where they are more than the energy, gives back', () => {
    const lines = [
      line('energy', 'outPoint', 100),
      line('compensation', null, -130),
      line('minimum', null, 50),
    ];
    const { energy, fixed, prices } = billedEnergy(lines, {
      inPoint: 0,
      interPoint: 0,
      outPoint: 100_000_000,
    });
    expect([energy, fixed]).toEqual([-3_000, 5_000]);
    expect(priceToNumber(prices.outPoint)).toBeCloseTo(-0.3, 9);
  });

  test('spreads a line of a post in which nothing was consumed over all', () => {
    const lines = [line('energy', 'inPoint', 10), line('energy', 'outPoint', 90)];
    const { energy, prices } = billedEnergy(lines, { inPoint: 0, interPoint: 0, outPoint: 100_000_000 });
    expect(energy).toBe(10_000);
    expect(priceToNumber(prices.outPoint)).toBeCloseTo(1, 9);
  });

  test('is nothing where nothing was consumed: all is fixed', () => {
    const none = { inPoint: 0, interPoint: 0, outPoint: 0 };
    expect(billedEnergy([line('water', null, 48)], none)).toEqual({
      energy: 0,
      fixed: 4_800,
      prices: { inPoint: 0n, interPoint: 0n, outPoint: 0n },
    });
  });
});

describe('a post in which nothing was consumed', () => {
  const price = (reais: number) => BigInt(Math.round(reais * 1e10)) as Price;
  const offPeak = { inPoint: 0, interPoint: 0, outPoint: 100_000_000 };
  const { prices } = billedEnergy([line('energy', 'outPoint', 80)], offPeak);

  test('costs the same where the tariff has one price', () => {
    const one = { inPoint: price(0.6), interPoint: price(0.6), outPoint: price(0.6) };
    const complete = withUnconsumedPeriods(prices, offPeak, one);
    expect(Object.values(complete).map(priceToNumber)).toEqual([0.8, 0.8, 0.8]);
  });

  test('costs as much more as the tariff says, and what was consumed keeps its price', () => {
    const tariff = { inPoint: price(1.2), interPoint: price(0.9), outPoint: price(0.6) };
    expect(withUnconsumedPeriods(prices, offPeak, tariff)).toEqual({
      inPoint: price(1.6),
      interPoint: price(1.2),
      outPoint: prices.outPoint,
    });
  });

  test('is not priced where nothing was consumed at all, or the tariff is free', () => {
    const tariff = { inPoint: price(1), interPoint: price(1), outPoint: price(0) };
    expect(withUnconsumedPeriods(prices, offPeak, tariff)).toBe(prices);
    const none = { inPoint: 0, interPoint: 0, outPoint: 0 };
    expect(withUnconsumedPeriods(prices, none, { ...tariff, outPoint: price(1) })).toBe(prices);
  });
});

test('parts of the consumption add up to the energy of the bill, to the cent', () => {
  const quantity = fc.integer({ min: 0, max: 20_000_000_000 });
  const part = fc.record({ inPoint: quantity, interPoint: quantity, outPoint: quantity });
  const amount = fc.integer({ min: -500_000, max: 90_000_000 }).map((value) => cents(value));
  const lines = fc.array(
    fc.record({
      kind: fc.constantFrom<Line['kind']>('energy', 'flag', 'compensation', 'demand', 'cosip'),
      post: fc.constantFrom<Line['post']>('inPoint', 'interPoint', 'outPoint', null),
      amount,
    }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 31 }), lines, (parts, sample) => {
      const sum = (touPeriod: keyof typeof KWH) => parts.reduce((total, one) => total + one[touPeriod], 0);
      const consumed = {
        inPoint: sum('inPoint'),
        interPoint: sum('interPoint'),
        outPoint: sum('outPoint'),
      };
      const { energy, fixed, prices } = billedEnergy(sample, consumed);
      expect(sumCents(costsOf(parts, prices))).toBe(energy);
      expect(energy + fixed).toBe(sumCents(sample.map(({ amount: amountOfPart }) => amountOfPart)));
    }),
  );
});
