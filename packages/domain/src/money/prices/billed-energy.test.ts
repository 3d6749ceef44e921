import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cents, sumCents } from '../../base/units/money.ts';
import { type Price, priceToNumber } from '../../base/units/price.ts';
import type { Charge } from '../bill/bill.ts';
import { billedEnergy, costsOf, energyOfLines, withUnconsumedPeriods } from './billed-energy.ts';

type Line = Pick<Charge, 'kind' | 'touPeriod' | 'amount'>;

const line = (kind: Line['kind'], touPeriod: Line['touPeriod'], reais: number): Line => ({
  kind,
  touPeriod,
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

describe('the energy charge of a bill', () => {
  test('separates the energy from demand, reactive excess and public lighting', () => {
    expect(billedEnergy(VERDE, KWH)).toMatchObject({ energy: 52_000, fixed: 95_200 });
    expect(energyOfLines(VERDE)).toBe(52_000);
  });

  test('returns a price for each time-of-use period, with general lines spread over all', () => {
    const { prices } = billedEnergy(VERDE, KWH);
    expect(priceToNumber(prices.inPoint)).toBeCloseTo(2.02, 9);
    expect(priceToNumber(prices.outPoint)).toBeCloseTo(300 / 900 + 0.02, 9);
    expect(priceToNumber(prices.interPoint)).toBeCloseTo(0.02, 9);
  });

  test('divides CBS and IBS beside the lines by the amounts of the time-of-use periods', () => {
    const { prices, energy } = billedEnergy([...VERDE, line('consumption-vat', null, 52)], KWH);
    expect(energy).toBe(57_200);
    expect(priceToNumber(prices.inPoint)).toBeCloseTo(2.02 * 1.1, 9);
    expect(priceToNumber(prices.outPoint)).toBeCloseTo((300 / 900 + 0.02) * 1.1, 9);
    // Without lines of consumption they are spread over all.
    const alone = billedEnergy([line('consumption-vat', null, 50)], KWH);
    expect(priceToNumber(alone.prices.inPoint)).toBeCloseTo(0.05, 9);
  });

  test('subtracts credits, and returns negative energy when credits exceed it', () => {
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

  test('spreads the line of a time-of-use period without consumption over all periods', () => {
    const lines = [line('energy', 'inPoint', 10), line('energy', 'outPoint', 90)];
    const { energy, prices } = billedEnergy(lines, { inPoint: 0, interPoint: 0, outPoint: 100_000_000 });
    expect(energy).toBe(10_000);
    expect(priceToNumber(prices.outPoint)).toBeCloseTo(1, 9);
  });

  test('treats all lines as fixed when nothing was consumed', () => {
    const none = { inPoint: 0, interPoint: 0, outPoint: 0 };
    expect(billedEnergy([line('water', null, 48)], none)).toEqual({
      energy: 0,
      fixed: 4_800,
      prices: { inPoint: 0n, interPoint: 0n, outPoint: 0n },
    });
  });
});

describe('a time-of-use period without consumption', () => {
  const price = (reais: number) => BigInt(Math.round(reais * 1e10)) as Price;
  const offPeak = { inPoint: 0, interPoint: 0, outPoint: 100_000_000 };
  const { prices } = billedEnergy([line('energy', 'outPoint', 80)], offPeak);

  test('costs the same when the tariff has one price', () => {
    const one = { inPoint: price(0.6), interPoint: price(0.6), outPoint: price(0.6) };
    const complete = withUnconsumedPeriods(prices, offPeak, one);
    expect(Object.values(complete).map(priceToNumber)).toEqual([0.8, 0.8, 0.8]);
  });

  test('costs more by the tariff ratio, while consumed periods retain their price', () => {
    const tariff = { inPoint: price(1.2), interPoint: price(0.9), outPoint: price(0.6) };
    expect(withUnconsumedPeriods(prices, offPeak, tariff)).toEqual({
      inPoint: price(1.6),
      interPoint: price(1.2),
      outPoint: prices.outPoint,
    });
  });

  test('has no price when nothing was consumed, or when the tariff is free', () => {
    const tariff = { inPoint: price(1), interPoint: price(1), outPoint: price(0) };
    expect(withUnconsumedPeriods(prices, offPeak, tariff)).toBe(prices);
    const none = { inPoint: 0, interPoint: 0, outPoint: 0 };
    expect(withUnconsumedPeriods(prices, none, { ...tariff, outPoint: price(1) })).toBe(prices);
  });
});

test('adds the parts of the consumption up to the billed energy, to the cent', () => {
  const quantity = fc.integer({ min: 0, max: 20_000_000_000 });
  const part = fc.record({ inPoint: quantity, interPoint: quantity, outPoint: quantity });
  const amount = fc.integer({ min: -500_000, max: 90_000_000 }).map((value) => cents(value));
  const lines = fc.array(
    fc.record({
      kind: fc.constantFrom<Line['kind']>('energy', 'flag', 'compensation', 'demand', 'cosip'),
      touPeriod: fc.constantFrom<Line['touPeriod']>('inPoint', 'interPoint', 'outPoint', null),
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
