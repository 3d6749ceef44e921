import { expect, test } from 'vitest';
import { QUARTER_MS } from '../base/time/quarter.ts';
import { HOUR_MS, instant, MINUTE_MS } from '../base/time/zone.ts';
import { watts } from '../base/units/power.ts';
import { headingDemand, overrunsOf, quarterPower } from './running-demand.ts';

const START = instant(Date.parse('2026-11-23T14:00:00Z'));
const at = (minutes: number) => instant(START + minutes * MINUTE_MS);
/** mWh drawn at a steady power for so long. */
const energyOf = (power: number, minutes: number): number => (power * 1_000 * minutes) / 60;

test('a quarter-hour at a steady load comes to that load', () => {
  const heading = headingDemand(
    { start: START, measuredUntil: at(5), energy: energyOf(120_000, 5), power: watts(120_000) },
    watts(100_000),
  );
  expect(heading?.expected).toBeCloseTo(120_000, 6);
  // 20 kW too much for a quarter-hour, of which two thirds are left: 30 kW less from now on.
  expect(heading?.reduceBy).toBeCloseTo(30_000, 6);
  expect(heading?.leftMs).toBe(10 * MINUTE_MS);
});

test('less drawn now makes up for more drawn before', () => {
  const heading = headingDemand(
    { start: START, measuredUntil: at(6), energy: energyOf(150_000, 6), power: watts(50_000) },
    watts(100_000),
  );
  expect(heading?.expected).toBeCloseTo(90_000, 6);
  expect(heading?.reduceBy).toBe(0);
});

test('nothing is said before the fifth minute, nor of a quarter-hour that is over', () => {
  const quarter = { start: START, energy: energyOf(500_000, 4), power: watts(500_000) };
  expect(headingDemand({ ...quarter, measuredUntil: at(4.9) }, watts(100_000))).toBeNull();
  expect(headingDemand({ ...quarter, measuredUntil: at(15) }, watts(100_000))).toBeNull();
});

test('the mean power of a quarter-hour is four times its energy', () => {
  expect(quarterPower(25_000_000)).toBe(100_000);
});

const quarter = (index: number, kw: number, contractedKw = 100) => ({
  start: instant(START + index * QUARTER_MS),
  power: watts(kw * 1_000),
  contracted: watts(contractedKw * 1_000),
});
const RULE = { tolerance: 1.05, gapMs: HOUR_MS };

test('what the tolerance allows is no overrun, and what lies beyond it is', () => {
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

test('quarter-hours close together are one overrun with its highest, later ones another', () => {
  const quarters = [quarter(0, 110), quarter(1, 130), quarter(2, 90), quarter(4, 120), quarter(12, 108)];
  expect(overrunsOf(quarters, RULE)).toMatchObject([
    { since: START, until: quarter(5, 0).start, highest: 130_000, highestAt: quarter(1, 0).start },
    { since: quarter(12, 0).start, highest: 108_000 },
  ]);
});

test('a place without a contract exceeds none', () => {
  expect(overrunsOf([quarter(0, 200, 0)], RULE)).toEqual([]);
});
