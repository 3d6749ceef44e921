import { expect, it } from 'vitest';
import { amountOf, amountText, bandText, forecastAmount } from './amount.ts';

const text = (...parameters: Parameters<typeof amountOf>) =>
  amountText(amountOf(...parameters)).replaceAll('\u00a0', ' ');

it('shows money where it is selected and available, and otherwise the quantity', () => {
  expect(text('money', 'eletric', { total: 2179.4, cost: 1730.64 })).toBe('R$ 1.730,64');
  expect(text('energy', 'eletric', { total: 2179.4, cost: 1730.64 })).toBe('2.179 kWh');
  expect(text('money', 'eletric', { total: 136.24, cost: null })).toBe('136,2 kWh');
  expect(text('energy', 'water', { total: 1.8873, cost: 40 })).toBe('1,89 m³');
});

it('shows a forecast without cents', () => {
  expect(forecastAmount('money', 'eletric', { total: 4000, cost: 3214.55 }).value).toBe('3.215');
  expect(bandText(3080.2, 3360.4, 'money').replaceAll('\u00a0', ' ')).toBe('3.080 – 3.360');
});
