import { describe, expect, it } from 'vitest';
import { chartUnit, partsOf, splitCost, valuesOf } from './tou-periods.ts';

const row = { total: 10, cost: 9, inPoint: 2, interPoint: 0, outPoint: 8, injected: 0 };

describe('the parts of a bar', () => {
  it('the parts of a bar include only the existing parts', () => {
    expect(partsOf('eletric', [row], 'energy').map(({ key }) => key)).toEqual(['outPoint', 'inPoint']);
    expect(
      partsOf('eletric', [{ ...row, interPoint: 1, injected: 3 }], 'energy').map(({ key }) => key),
    ).toEqual(['outPoint', 'interPoint', 'inPoint', 'injected']);
    expect(partsOf('water', [row], 'energy').map(({ key }) => key)).toEqual(['total']);
  });

  it('the parts of a bar divide a cost by price and add up to it', () => {
    const split = splitCost(row, { inPoint: 2, interPoint: 0, outPoint: 0.5 });
    expect(split.inPoint).toBeCloseTo(4.5);
    expect(split.outPoint).toBeCloseTo(4.5);
    expect(split.inPoint + split.interPoint + split.outPoint).toBe(9);
    expect(splitCost({ ...row, inPoint: 0, outPoint: 0 }, null).outPoint).toBe(9);
  });

  it('the parts of a bar are in the unit of the chart', () => {
    const parts = partsOf('eletric', [row], 'money');
    expect(valuesOf(parts, row, 'energy', null)).toEqual([8, 2]);
    expect(valuesOf(parts, row, 'money', null).reduce((a, b) => a + b)).toBeCloseTo(9);
    expect(valuesOf(partsOf('water', [row], 'money'), row, 'money', null)).toEqual([9]);
  });
});

it('shows money only where every measured day has a price', () => {
  expect(chartUnit('money', [row])).toBe('money');
  expect(chartUnit('money', [row, { ...row, cost: null }])).toBe('energy');
  expect(chartUnit('money', [row, { ...row, total: 0, cost: null }])).toBe('money');
  expect(chartUnit('energy', [row])).toBe('energy');
});
