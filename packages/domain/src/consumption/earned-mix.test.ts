import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { earnMix, mixed } from './earned-mix.ts';

const left = { byOwnLevel: 100, byLateLevel: 200, byLastYear: 50 };

describe('a mix of three levels', () => {
  test('goes from the own level as far towards each as its share says', () => {
    expect(mixed(left, { late: 0.4, lastYear: 0.4 })).toBeCloseTo(100 + 40 - 20, 9);
    expect(mixed({ ...left, byLastYear: null }, { late: 0.4, lastYear: 0.4 })).toBeCloseTo(140, 9);
    expect(mixed(left, { late: 1, lastYear: 1 })).toBeCloseTo(100 + 50 - 25, 9);
  });

  test('begins with two fifths each, and keeps them while the levels say the same', () => {
    const mix = earnMix();
    expect(mix.shares()).toEqual({ late: 0.4, lastYear: 0.4 });
    for (let trial = 0; trial < 99; trial += 1)
      mix.learn({ byOwnLevel: 5, byLateLevel: 5, byLastYear: 5 }, 9, 10);
    expect(mix.shares().late).toBeCloseTo(0.4, 9);
  });

  test('earns what would have helped, half of it after thirty trials', () => {
    const mix = earnMix();
    for (let trial = 0; trial < 30; trial += 1) mix.learn({ ...left, byLastYear: null }, 200, 300);
    expect(mix.shares().late).toBeCloseTo((0.4 + 1) / 2, 6);
  });

  test('never goes beyond the levels it is mixed of', () => {
    const amount = fc.integer({ min: 0, max: 1_000_000 });
    const trial = fc.tuple(amount, amount, fc.option(amount), amount);
    fc.assert(
      fc.property(fc.array(trial, { maxLength: 200 }), (trials) => {
        const mix = earnMix();
        for (const [byOwnLevel, byLateLevel, byLastYear, came] of trials) {
          mix.learn({ byOwnLevel, byLateLevel, byLastYear }, came, came + 1);
        }
        const levels = [left.byOwnLevel, left.byLateLevel, left.byLastYear];
        const expected = mixed(left, mix.shares());
        expect(expected).toBeGreaterThanOrEqual(Math.min(...levels) - 1e-9);
        expect(expected).toBeLessThanOrEqual(Math.max(...levels) + 1e-9);
      }),
    );
  });
});
