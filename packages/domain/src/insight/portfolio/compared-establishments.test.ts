import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ComparedEstablishment, intensityOf, outliersOf } from './compared-establishments.ts';

const establishment = (
  id: string,
  overrides: Partial<ComparedEstablishment> = {},
): ComparedEstablishment => ({
  id,
  activity: 'Comercio e Serviços',
  size: '10 a 49',
  area: 100,
  people: 10,
  openHours: 300,
  days: 30,
  consumed: 3000,
  ...overrides,
});
/** Establishments with nearly equal use. */
const alike = (count: number, overrides: Partial<ComparedEstablishment> = {}) =>
  Array.from({ length: count }, (_, index) =>
    establishment(`alike ${index}`, { consumed: 3000 * (1 + (index - count / 2) / 50), ...overrides }),
  );

describe('the intensity of an establishment', () => {
  it('divides the consumption of the cycle by area, people or open hours', () => {
    expect(intensityOf(establishment('1'), 'per-area')).toBe(30);
    expect(intensityOf(establishment('1'), 'per-person')).toBe(300);
    expect(intensityOf(establishment('1'), 'per-open-hour')).toBe(10);
  });

  it('returns null when the consumption or the divisor is unknown', () => {
    expect(intensityOf(establishment('1', { consumed: null }), 'per-area')).toBeNull();
    expect(intensityOf(establishment('1', { area: null }), 'per-area')).toBeNull();
    expect(intensityOf(establishment('1', { openHours: 0 }), 'per-open-hour')).toBeNull();
  });
});

describe('the outliers among establishments', () => {
  it('detects a use far above or below that of establishments with the same activity and size', () => {
    const [much, little] = [
      establishment('much', { consumed: 9000 }),
      establishment('little', { consumed: 900 }),
    ];
    const outliers = outliersOf([...alike(8), much, little]);
    expect([...outliers.keys()]).toEqual(['much', 'little']);
    expect(outliers.get('much')).toMatchObject({ by: 'per-area', alike: 9, isOfItsSize: true });
    expect(outliers.get('much')?.times).toBeCloseTo(3, 0);
    expect(outliers.get('little')?.times).toBeCloseTo(0.3, 1);
  });

  it('compares with all establishments of the activity when few have its size', () => {
    const one = establishment('one', { size: 'até 9', consumed: 9000 });
    expect(outliersOf([...alike(6), one]).get('one')).toMatchObject({ alike: 6, isOfItsSize: false });
    const unknown = establishment('one', { size: null, consumed: 9000 });
    expect(outliersOf([...alike(6), unknown]).get('one')).toMatchObject({ isOfItsSize: false });
  });

  it('compares cycles of different length by their open hours', () => {
    const byHour = { area: null, people: null };
    const long = establishment('long', { ...byHour, days: 60, openHours: 600, consumed: 15_000 });
    const outlier = outliersOf([...alike(8, byHour), long]).get('long');
    expect(outlier?.times).toBeCloseTo(2.5, 1);
  });

  it('uses the first intensity that enough establishments have', () => {
    const without = alike(6, { area: null });
    expect(outliersOf([...without, establishment('one', { consumed: 9000 })]).get('one')?.by).toBe(
      'per-person',
    );
    const bare = alike(6, { area: null, people: null });
    expect(outliersOf([...bare, establishment('one', { consumed: 9000, area: null })]).get('one')?.by).toBe(
      'per-open-hour',
    );
  });

  it('detects no outlier among few establishments, without an activity, or without consumption', () => {
    expect(outliersOf([...alike(4), establishment('one', { consumed: 9000 })]).size).toBe(0);
    expect(outliersOf([...alike(6), establishment('one', { consumed: 9000, activity: null })]).size).toBe(0);
    expect(outliersOf([...alike(6), establishment('one', { consumed: 0 })]).size).toBe(0);
  });

  it('detects no outlier slightly above establishments with equal use', () => {
    expect(outliersOf([...alike(7, { consumed: 3000 }), establishment('one', { consumed: 4200 })]).size).toBe(
      0,
    );
  });

  it('compares the daily consumption, so a longer cycle is no outlier', () => {
    expect(outliersOf([...alike(7), establishment('one', { consumed: 6000, days: 60 })]).size).toBe(0);
  });

  it('detects the same outliers in kWh and in MWh', () => {
    const amounts = fc.array(fc.double({ min: 1, max: 1e6, noNaN: true }), { minLength: 8, maxLength: 20 });
    fc.assert(
      fc.property(amounts, (all) => {
        const idsOf = (unit: number) => [
          ...outliersOf(
            all.map((consumed, index) => establishment(`${index}`, { consumed: consumed / unit })),
          ).keys(),
        ];
        expect(idsOf(1024)).toEqual(idsOf(1));
      }),
    );
  });
});
