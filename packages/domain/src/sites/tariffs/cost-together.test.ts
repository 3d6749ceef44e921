import { expect, test } from 'vitest';
import { civilDate } from '../../base/time/civil-day.ts';
import { parsePrice as price } from '../../base/units/price.ts';
import type { TariffVersion } from './simple-tariff.ts';
import { costTogether } from './simple-tariff.ts';

const versions: readonly TariffVersion[] = [
  { validFrom: civilDate('2026-01-01'), inPoint: price('1'), interPoint: price('1'), outPoint: price('0.5') },
];
const day = (date: string, outPoint: number) => ({
  date: civilDate(date),
  inPoint: 0,
  interPoint: 0,
  outPoint,
});
const days = (...kwh: readonly number[]) => kwh.map((one, index) => day(`2026-11-0${index + 1}`, one * 1e6));

test('sums the costs of several tariffs day by day', () => {
  const shares = [
    { days: days(10, 20), versions },
    { days: days(2, 0), versions },
  ];
  expect(costTogether(shares)).toEqual({ perDay: [600, 1000], total: 1600 });
});

test('returns zero cost for meters without consumption, for any tariff', () => {
  const idle = { days: days(0, 0), versions: [] };
  expect(costTogether([idle, { days: days(10, 0), versions }])).toEqual({ perDay: [500, 0], total: 500 });
});

test('returns no cost without a tariff, also without consumption or days', () => {
  expect(costTogether([{ days: days(10), versions: [] }])).toEqual({ perDay: [null], total: null });
  expect(costTogether([{ days: days(0), versions: [] }])).toEqual({ perDay: [null], total: null });
  expect(costTogether([{ days: [], versions: [] }])).toEqual({ perDay: [], total: null });
});

test('returns zero cost without meters', () => {
  expect(costTogether([])).toEqual({ perDay: [], total: 0 });
});
