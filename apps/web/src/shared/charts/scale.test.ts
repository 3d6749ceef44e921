import { describe, expect, it } from 'vitest';
import { scaleAround, scaleFor } from './scale.ts';

describe('the vertical axis', () => {
  it.each([
    [161.8, 200, 100, 0],
    [13.2, 16, 8, 0],
    [0.151, 0.16, 0.08, 2],
    [3905, 4000, 2000, 0],
    [1, 1, 0.5, 1],
    // The first minute of a day: never '0,0000' beside '0,0000'.
    [0.00003, 0.002, 0.001, 3],
  ])('has three lines at round numbers above %d', (highest, max, interval, decimals) => {
    expect(scaleFor(highest)).toEqual({ min: 0, max, interval, decimals });
  });

  it('stands without anything measured', () => {
    expect(scaleFor(0)).toEqual({ min: 0, max: 1, interval: 0.5, decimals: 1 });
  });

  it('goes below zero in whole steps for what is given back', () => {
    const { min, max, interval } = scaleFor(110, 31);
    expect([min, max, interval]).toEqual([-60, 120, 60]);
  });

  it('keeps a line above zero when everything is given back', () => {
    const { min, max } = scaleFor(0, 40);
    expect(max).toBeGreaterThan(0);
    expect(min).toBeLessThanOrEqual(-40);
  });
});

describe('the vertical axis of what lies far from zero', () => {
  it.each([
    [217.2, 223.9],
    [0.86, 0.97],
    [-3.2, 8.1],
    [60, 60],
    [-5, -5],
    [0, 12],
  ])('stands around %d to %d', (lowest, highest) => {
    const scale = scaleAround(lowest, highest);
    expect(scale.min).toBeLessThanOrEqual(lowest);
    expect(scale.max).toBeGreaterThanOrEqual(highest);
    expect(scale.max - scale.min).toBeCloseTo(2 * scale.interval, 6);
    expect(scale.max - scale.min).toBeLessThan(Math.max(4 * (highest - lowest), 0.2));
  });

  it('stands where nothing but zero was measured', () => {
    expect(scaleAround(0, 0)).toEqual(scaleFor(0));
  });
});
