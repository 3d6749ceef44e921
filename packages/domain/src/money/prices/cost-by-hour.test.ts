import { expect, it } from 'vitest';
import { cents } from '../../base/units/money.ts';
import { parsePrice } from '../../base/units/price.ts';
import type { TouPeriod } from '../../sites/tou-windows/tou-periods.ts';
import type { Quantity, TouTotals } from '../../telemetry/intervals/totals.ts';
import { costByHour } from './billed-energy.ts';

const hour = (total: number, touPeriod: TouPeriod = 'outPoint') => ({
  ...({ inPoint: 0, interPoint: 0, outPoint: 0 } as TouTotals),
  total: total as Quantity,
  [touPeriod]: total as Quantity,
});
const prices = {
  inPoint: parsePrice('2'),
  interPoint: parsePrice('1'),
  outPoint: parsePrice('0.5'),
};

it('charges each hour at the price of its time-of-use period', () => {
  expect(costByHour([hour(4_000_000), hour(1_000_000, 'inPoint')], cents(400), prices)).toEqual([200, 200]);
});

it('charges each part of an hour at its own price when the peak begins within it', () => {
  const split = { ...hour(4_000_000), outPoint: 2_000_000 as Quantity, inPoint: 2_000_000 as Quantity };
  expect(costByHour([hour(2_000_000), split], cents(600), prices)).toEqual([100, 500]);
});

it('rounds cents so that the hours add up to the day', () => {
  const parts = costByHour([hour(1), hour(1), hour(1)], cents(100), prices);
  expect(parts).toEqual([33, 34, 33]);
});

it('weighs hours by consumption when prices are unknown', () => {
  expect(costByHour([hour(3, 'inPoint'), hour(1)], cents(8), null)).toEqual([6, 2]);
});

it('assigns the complete cost of a day without consumption', () => {
  expect(costByHour([hour(0), hour(0)], cents(7), prices)).toEqual([7, 0]);
  expect(costByHour([], cents(7), prices)).toEqual([]);
});
