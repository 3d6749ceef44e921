import { expect, test } from 'vitest';
import { HOUR_MS, parseZone, type Zone } from '../../base/time/zone.ts';
import { SIMPLE_WINDOWS, touPeriodsOfWindows } from '../../sites/tou-windows/tou-periods-by-window.ts';
import { areApart, comparePeriods, type PeriodSums } from './period-check.ts';

const zone = parseZone('America/Sao_Paulo') as Zone;
const MONDAY = Date.parse('2025-06-16T03:00:00Z');
const simple = { zone, touPeriodsOn: touPeriodsOfWindows(SIMPLE_WINDOWS) };
const branca = {
  zone,
  touPeriodsOn: touPeriodsOfWindows({
    ...SIMPLE_WINDOWS,
    intermediate: [
      { start: 17 * 60, end: 18 * 60 },
      { start: 21 * 60, end: 22 * 60 },
    ],
  }),
};
/** 10 in each hour of a day, in the time-of-use period of its hour. */
const statedBy = (of: (hour: number) => keyof PeriodSums): ReadonlyMap<number, PeriodSums> =>
  new Map(
    Array.from({ length: 24 }, (_, hour) => [
      MONDAY + hour * HOUR_MS,
      { peak: 0, intermediate: 0, offPeak: 0, [of(hour)]: 10 },
    ]),
  );
const from18 = (hour: number) => (hour >= 18 && hour < 21 ? 'peak' : 'offPeak');

test('reports agreement when a file states the hours of the tariff', () => {
  const compared = comparePeriods(statedBy(from18), simple);
  const sums = { peak: 30, intermediate: 0, offPeak: 210 };
  expect(compared).toEqual({ file: sums, tariff: sums, apart: 0 });
  expect(areApart(compared)).toBe(false);
});

test('detects hours shifted by one even when the sums are equal', () => {
  const compared = comparePeriods(
    statedBy((hour) => from18(hour - 1)),
    simple,
  );
  expect(compared.file).toEqual(compared.tariff);
  expect(compared.apart).toBe(20);
  expect(areApart(compared)).toBe(true);
});

test('treats intermediate hours of only one side as off-peak', () => {
  const withIntermediate = statedBy((hour) => (hour === 17 || hour === 21 ? 'intermediate' : from18(hour)));
  expect(comparePeriods(withIntermediate, branca)).toMatchObject({ tariff: { intermediate: 20 }, apart: 0 });
  expect(comparePeriods(withIntermediate, simple)).toMatchObject({ tariff: { offPeak: 210 }, apart: 0 });
  expect(comparePeriods(statedBy(from18), branca)).toMatchObject({ tariff: { intermediate: 20 }, apart: 0 });
});
