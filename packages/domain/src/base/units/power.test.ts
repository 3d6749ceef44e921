import { expect, test } from 'vitest';
import { milliwattHours } from './energy.ts';
import { averagePower, kilowatts, watts } from './power.ts';

test('kW are W / 1000', () => {
  expect(kilowatts(watts(-1234))).toBe(-1.234);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY])('%s W are refused', (value) => {
  expect(() => watts(value)).toThrow(RangeError);
});

test('the demand of a quarter-hour is its Wh × 4', () => {
  expect(averagePower(milliwattHours(250_000), 900_000)).toBe(1000);
});

test.each([0, -1, Number.NaN])('energy over %s ms has no power', (duration) => {
  expect(() => averagePower(milliwattHours(1), duration)).toThrow(RangeError);
});
