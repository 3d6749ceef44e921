import { expect, test } from 'vitest';
import { isBilledPowerFactor, phaseAverage, powerFactorLevel } from './power-factor.ts';

test.each([
  [0, 'low'],
  [0.4, 'low'],
  [0.41, 'normal'],
  [0.79, 'normal'],
  [0.8, 'great'],
  [1, 'great'],
  [-0.95, 'great'],
  [-0.3, 'low'],
])('rates a power factor of %f as %s', (powerFactor, level) => {
  expect(powerFactorLevel(powerFactor)).toBe(level);
});

test('averages only the measured phases', () => {
  expect(phaseAverage(0.9, 0.8, 0.7)).toBeCloseTo(0.8, 12);
  expect(phaseAverage(0.9, null, null)).toBe(0.9);
  expect(phaseAverage(null, null, null)).toBeNull();
});

test.each([
  [0.92, false],
  [0.919, true],
  [-0.95, false],
  [-0.5, true],
])('the bill charges a power factor of %f: %s', (powerFactor, isBilled) => {
  expect(isBilledPowerFactor(powerFactor)).toBe(isBilled);
});
