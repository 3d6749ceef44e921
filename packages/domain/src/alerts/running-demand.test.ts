import { expect, test } from 'vitest';
import { QUARTER_MS } from '../base/time/quarter.ts';
import { HOUR_MS, instant, MINUTE_MS } from '../base/time/zone.ts';
import { watts } from '../base/units/power.ts';
import { headingDemand, overrunsOf, quarterPower } from './running-demand.ts';

const START = instant(Date.parse('2026-11-23T14:00:00Z'));
const at = (minutes: number) => instant(START + minutes * MINUTE_MS);
/** Energy of a steady power over some minutes, mWh. */
const energyOf = (power: number, minutes: number): number => (power * 1_000 * minutes) / 60;

test('expects the load of a quarter-hour with a steady load', () => {
  const heading = headingDemand(
    { start: START, measuredUntil: at(5), energy: energyOf(120_000, 5), power: watts(120_000) },
    watts(100_000),
  );
  expect(heading?.expected).toBeCloseTo(120_000, 6);
  // The load is 20 kW too high, and two thirds of the quarter-hour remain: reduce it by 30 kW.
  expect(heading?.reduceBy).toBeCloseTo(30_000, 6);
  expect(heading?.leftMs).toBe(10 * MINUTE_MS);
});

test('compensates a higher load with a lower load later in the quarter-hour', () => {
  const heading = headingDemand(
    { start: START, measuredUntil: at(6), energy: energyOf(150_000, 6), power: watts(50_000) },
    watts(100_000),
  );
  expect(heading?.expected).toBeCloseTo(90_000, 6);
  expect(heading?.reduceBy).toBe(0);
});

test('returns null before the fifth minute, and for a quarter-hour that is over', () => {
  const quarter = { start: START, energy: energyOf(500_000, 4), power: watts(500_000) };
  expect(headingDemand({ ...quarter, measuredUntil: at(4.9) }, watts(100_000))).toBeNull();
  expect(headingDemand({ ...quarter, measuredUntil: at(15) }, watts(100_000))).toBeNull();
});

test('computes the mean power of a quarter-hour as four times its energy', () => {
  expect(quarterPower(25_000_000)).toBe(100_000);
});

const quarter = (index: number, kw: number, contractedKw = 100) => ({
  start: instant(START + index * QUARTER_MS),
  power: watts(kw * 1_000),
  contracted: watts(contractedKw * 1_000),
});
const RULE = { tolerance: 1.05, gapMs: HOUR_MS };

test('reports an overrun only above the tolerance', () => {
  expect(overrunsOf([quarter(0, 105)], RULE)).toEqual([]);
  expect(overrunsOf([quarter(0, 105.1)], RULE)).toEqual([
    {
      since: START,
      until: START + QUARTER_MS,
      highest: 105_100,
      highestAt: START,
      contracted: 100_000,
    },
  ]);
});

test('joins nearby quarter-hours into one overrun with its maximum, and separates later ones', () => {
  const quarters = [quarter(0, 110), quarter(1, 130), quarter(2, 90), quarter(4, 120), quarter(12, 108)];
  expect(overrunsOf(quarters, RULE)).toMatchObject([
    { since: START, until: quarter(5, 0).start, highest: 130_000, highestAt: quarter(1, 0).start },
    { since: quarter(12, 0).start, highest: 108_000 },
  ]);
});

test('reports no overrun for an establishment without a contract', () => {
  expect(overrunsOf([quarter(0, 200, 0)], RULE)).toEqual([]);
});
