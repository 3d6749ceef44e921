import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { earnMix, mixed } from './forecast-choice.ts';

const left = { byOwnLevel: 100, byLateLevel: 200, byUsualLevel: 100, byLastYear: 50 };

describe('a mix of levels', () => {
  test('adds to the own level each distance to another level times its share', () => {
    const shares = { late: 0.4, usual: 0, lastYear: 0.4 };
    expect(mixed(left, shares)).toBeCloseTo(100 + 40 - 20, 9);
    expect(mixed({ ...left, byLastYear: null }, shares)).toBeCloseTo(140, 9);
    expect(mixed({ ...left, byUsualLevel: 70 }, { ...shares, usual: 0.2 })).toBeCloseTo(100 + 40 - 6 - 20, 9);
    expect(mixed(left, { late: 1, usual: 0, lastYear: 1 })).toBeCloseTo(100 + 50 - 25, 9);
  });

  test('starts with two fifths of the late and last-year levels, and retains them while levels agree', () => {
    const mix = earnMix();
    expect(mix.shares()).toEqual({ late: 0.4, usual: 0, lastYear: 0.4 });
    for (let trial = 0; trial < 99; trial += 1)
      mix.learn({ byOwnLevel: 5, byLateLevel: 5, byUsualLevel: 5, byLastYear: 5 }, 9, 10);
    expect(mix.shares().late).toBeCloseTo(0.4, 9);
  });

  test('moves halfway to the best share in thirty trials', () => {
    const mix = earnMix();
    for (let trial = 0; trial < 30; trial += 1) mix.learn({ ...left, byLastYear: null }, 200, 300);
    expect(mix.shares().late).toBeCloseTo((0.4 + 1) / 2, 6);
  });

  test('raises the share of the usual level slowly when consumption returns to it', () => {
    const mix = earnMix();
    const high = { byOwnLevel: 100, byLateLevel: 100, byUsualLevel: 60, byLastYear: null };
    for (let trial = 0; trial < 30; trial += 1) mix.learn(high, 60, 200);
    const { usual } = mix.shares();
    expect(usual).toBeCloseTo(30 / (30 + 60), 6);
    expect(mixed(high, mix.shares())).toBeCloseTo(100 - 40 * usual, 6);
  });

  test('never exceeds the levels in the mix', () => {
    const amount = fc.integer({ min: 0, max: 1_000_000 });
    const trial = fc.tuple(amount, amount, amount, fc.option(amount), amount);
    fc.assert(
      fc.property(fc.array(trial, { maxLength: 200 }), (trials) => {
        const mix = earnMix();
        for (const [byOwnLevel, byLateLevel, byUsualLevel, byLastYear, came] of trials) {
          mix.learn({ byOwnLevel, byLateLevel, byUsualLevel, byLastYear }, came, came + 1);
        }
        const levels = [left.byOwnLevel, left.byLateLevel, left.byLastYear];
        const expected = mixed(left, mix.shares());
        expect(expected).toBeGreaterThanOrEqual(Math.min(...levels) - 1e-9);
        expect(expected).toBeLessThanOrEqual(Math.max(...levels) + 1e-9);
      }),
    );
  });
});
