import { expect, test } from 'vitest';
import { milliwattHours } from './energy.ts';
import { averagePower, kilowatts, watts } from './power.ts';

test('converts W to kW', () => {
  expect(kilowatts(watts(-1234))).toBe(-1.234);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY])('refuses %s W', (value) => {
  expect(() => watts(value)).toThrow(RangeError);
});

test('computes the demand of a quarter-hour as its Wh × 4', () => {
  expect(averagePower(milliwattHours(250_000), 900_000)).toBe(1000);
});

test.each([0, -1, Number.NaN])('refuses energy over %s ms', (duration) => {
  expect(() => averagePower(milliwattHours(1), duration)).toThrow(RangeError);
});
