import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, type CivilDate, civilDate } from '../../base/time/civil-day.ts';
import { type Price, parsePrice } from '../../base/units/price.ts';
import {
  billLines,
  costOfDays,
  type PricedDay,
  type TariffVersion,
  totalCostOf,
  versionOn,
} from './simple-tariff.ts';

const FIRST = civilDate('2026-11-01');
const KWH = 1_000_000;

const version = (
  validFrom: string,
  inPoint: string,
  interPoint: string,
  outPoint: string,
): TariffVersion => ({
  validFrom: civilDate(validFrom),
  inPoint: parsePrice(inPoint),
  interPoint: parsePrice(interPoint),
  outPoint: parsePrice(outPoint),
});
const day = (date: CivilDate, inPoint: number, interPoint: number, outPoint: number): PricedDay => ({
  date,
  inPoint: inPoint * KWH,
  interPoint: interPoint * KWH,
  outPoint: outPoint * KWH,
});

const OLD = version('2026-01-01', '1.5', '1', '0.5');
const NEW = version('2026-11-03', '2', '1', '0.6');
const FLAT = version(FIRST, '0.7941717', '0.7941717', '0.7941717');
const amounts = (lines: ReturnType<typeof billLines>) =>
  lines.map((line) => [line.label, line.quantity, line.amount]);

describe('the version in force', () => {
  test('returns the latest version that has begun, in any order', () => {
    for (const versions of [
      [OLD, NEW],
      [NEW, OLD],
    ]) {
      expect(versionOn(versions, civilDate('2026-11-02'))).toBe(OLD);
      expect(versionOn(versions, civilDate('2026-11-03'))).toBe(NEW);
      expect(versionOn(versions, civilDate('2025-12-31'))).toBeNull();
    }
  });
});

describe('the cost of days', () => {
  test('multiplies consumption by price, rounded to the nearest cent', () => {
    expect(costOfDays([day(FIRST, 0, 0, 100)], [FLAT])).toEqual({
      perDay: [7942],
      total: 7942,
      unpriced: [],
    });
    expect(costOfDays([day(FIRST, 10, 20, 100)], [OLD]).total).toBe(1500 + 2000 + 5000);
  });

  test('applies a price change from its first day', () => {
    const days = [day(civilDate('2026-11-02'), 0, 0, 10), day(civilDate('2026-11-03'), 0, 0, 10)];
    expect(costOfDays(days, [OLD, NEW])).toEqual({ perDay: [500, 600], total: 1100, unpriced: [] });
  });

  test('returns null for a day without a price, and for the total', () => {
    const days = [day(civilDate('2025-12-31'), 0, 0, 10), day(civilDate('2026-01-01'), 0, 0, 10)];
    expect(costOfDays(days, [OLD])).toEqual({ perDay: [null, 500], total: null, unpriced: ['2025-12-31'] });
    expect(costOfDays(days, []).perDay).toEqual([null, null]);
  });

  test('returns a total for a month in which a tariff begins after days without consumption', () => {
    const days = [day(civilDate('2025-12-31'), 0, 0, 0), day(civilDate('2026-01-01'), 0, 0, 10)];
    expect(costOfDays(days, [OLD])).toEqual({ perDay: [0, 500], total: 500, unpriced: [] });
    expect(costOfDays(days, [])).toMatchObject({ perDay: [null, null], total: null });
  });

  test('returns the same total, or null, without the separate days', () => {
    const december = (energy: number) => [
      day(civilDate('2025-12-31'), 0, 0, energy),
      day(civilDate('2026-01-01'), 0, 0, 10),
    ];
    for (const [days, versions] of [
      [december(10), [OLD]],
      [december(0), [OLD]],
      [december(0), []],
      [december(10), []],
      [[], [OLD]],
    ] as const) {
      expect(totalCostOf(days, versions)).toBe(costOfDays(days, versions).total);
    }
  });

  test('returns the same total through several price changes, in any order', () => {
    const later = ['2026-11-20', '2026-11-10', '2026-11-30'].map((date, index) => ({
      ...OLD,
      validFrom: civilDate(date),
      outPoint: parsePrice(`${index + 1}.37`),
    }));
    const days = [
      '2026-11-05',
      '2026-11-25',
      '2026-11-09',
      '2026-11-10',
      '2026-11-30',
      '2026-11-19',
      '2026-11-20',
    ].map((date, index) => day(civilDate(date), 0, 0, 10 + 7 * index));
    for (const versions of [
      [OLD, ...later],
      [...later, OLD],
      [NEW, ...later.toReversed(), OLD],
    ])
      expect(totalCostOf(days, versions)).toBe(costOfDays(days, versions).total);
  });

  test('returns zero without days', () => {
    expect(costOfDays([], [OLD])).toEqual({ perDay: [], total: 0, unpriced: [] });
  });
});

describe('the lines of a simple bill', () => {
  test('returns one line per time-of-use period with consumption', () => {
    const lines = billLines([day(FIRST, 10, 0, 100), day(addDays(FIRST, 1), 5, 0, 100)], [OLD]);
    expect(amounts(lines)).toEqual([
      ['Consumo ponta', 15 * KWH, 2250],
      ['Consumo fora ponta', 200 * KWH, 10_000],
    ]);
    expect(lines[0]).toMatchObject({ unit: 'kWh', touPeriod: 'inPoint', unitPrice: OLD.inPoint });
  });

  test('returns one line when all time-of-use periods have the same price', () => {
    expect(amounts(billLines([day(FIRST, 10, 20, 70)], [FLAT]))).toEqual([['Consumo', 100 * KWH, 7942]]);
    expect(billLines([day(FIRST, 0, 0, 3)], [FLAT], 'm³')[0]?.unit).toBe('m³');
  });

  test('separates the prices when they changed within the period', () => {
    const days = [day(civilDate('2026-11-02'), 0, 1, 0), day(civilDate('2026-11-03'), 0, 1, 0)];
    expect(billLines(days, [OLD, NEW]).map((line) => line.label)).toEqual([
      'Consumo intermediário (preços de 01/01/2026)',
      'Consumo intermediário (preços de 03/11/2026)',
    ]);
  });

  test('omits consumption without a price, and returns no lines without consumption', () => {
    expect(billLines([day(civilDate('2025-12-31'), 1, 1, 1)], [OLD])).toEqual([]);
    expect(billLines([day(FIRST, 0, 0, 0)], [OLD])).toEqual([]);
    expect(billLines([day(FIRST, 0, 0, 0)], [FLAT])).toEqual([]);
  });
});

describe('the rounding of costs to cents', () => {
  const quantity = fc.integer({ min: 0, max: 5_000_000_000 });
  const prices = fc.tuple(...[0, 1, 2].map(() => fc.bigInt({ min: 0n, max: 50_000_000_000n })));
  const amountsOfDays = fc.array(fc.tuple(quantity, quantity, quantity), { minLength: 1, maxLength: 40 });

  test('sums days and lines to the same total, the exact cost rounded once', () => {
    fc.assert(
      fc.property(
        amountsOfDays,
        prices,
        prices,
        fc.integer({ min: 0, max: 45 }),
        (sample, before, after, change) => {
          const days = sample.map(([inPoint, interPoint, outPoint], index) => ({
            date: addDays(FIRST, index),
            inPoint,
            interPoint,
            outPoint,
          }));
          const versions = [
            { validFrom: addDays(FIRST, change), ...pricesOf(after) },
            { validFrom: addDays(FIRST, -1), ...pricesOf(before) },
          ];
          const { perDay, total } = costOfDays(days, versions);
          expect(totalCostOf(days, versions)).toBe(total);
          expect(perDay.reduce((sum: number, cost) => sum + Number(cost), 0)).toBe(total);
          expect(billLines(days, versions).reduce((sum: number, line) => sum + line.amount, 0)).toBe(total);
          const exact = sample.reduce((sum, quantities, index) => {
            const used = index >= change ? after : before;
            return quantities.reduce(
              (all, mwh, touPeriod) => all + BigInt(mwh) * (used[touPeriod] ?? 0n),
              sum,
            );
          }, 0n);
          expect(BigInt(total ?? -1)).toBe((exact + 50_000_000_000_000n) / 100_000_000_000_000n);
        },
      ),
    );
  });
});

function pricesOf(prices: readonly bigint[]) {
  const [inPoint, interPoint, outPoint] = prices as Price[];
  return { inPoint, interPoint, outPoint } as Omit<TariffVersion, 'validFrom'>;
}
