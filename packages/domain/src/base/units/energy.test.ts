import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  fromKilowattHours,
  fromVarHours,
  fromWattHours,
  kilowattHours,
  millivarHours,
  milliwattHours,
} from './energy.ts';

test('converts active energy from and to Wh and kWh', () => {
  expect(fromWattHours(12.3456)).toBe(12_346);
  expect(fromKilowattHours(1.5)).toBe(1_500_000);
  expect(kilowattHours(milliwattHours(1_500_000))).toBe(1.5);
});

test('converts reactive energy from varh', () => {
  expect(fromVarHours(-0.25)).toBe(-250);
});

test('refuses a fraction of the smallest unit', () => {
  expect(() => milliwattHours(0.5)).toThrow(RangeError);
  expect(() => millivarHours(Number.NaN)).toThrow(RangeError);
});

test('reads energy in kWh back as the same energy', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), (mwh) => {
      expect(fromKilowattHours(kilowattHours(milliwattHours(mwh)))).toBe(milliwattHours(mwh));
    }),
  );
});
