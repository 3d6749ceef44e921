import { expect, test } from 'vitest';
import { civilDate } from '../../base/time/civil-day.ts';
import { QUARTER_MS } from '../../base/time/quarter.ts';
import { CIVIL_MONTHS } from '../../base/time/reading-cycles.ts';
import { DEFAULT_ZONE, type Instant } from '../../base/time/zone.ts';
import { parseRate } from '../../base/units/rate.ts';
import { BASE, energy, price } from '../../money/testing/bill-facts.ts';
import type { TariffRules } from '../../sites/tariffs/tariff-rules.ts';
import { seriesWith } from '../../telemetry/intervals/totals.ts';
import { measureCycle } from '../measured-cycle/measured-cycle.ts';
import { measureTouPeriods, touSpans } from './quarters-by-tou-period.ts';

const zone = DEFAULT_ZONE;
const local = (text: string): number => Date.parse(`${text}-03:00`);
const cycle = { first: civilDate('2026-11-06'), last: civilDate('2026-11-20') };
const START = local('2026-11-06T00:00');
const LENGTH = 15 * 96;
const column = (valueAt: (index: number) => number) =>
  Float64Array.from({ length: LENGTH }, (_, index) => valueAt(index));
const series = seriesWith({
  stepMinutes: 15,
  start: column((index) => START + index * QUARTER_MS),
  consumedA: column((index) => 100_000 + ((index * 7919) % 40_009)),
  inductiveA: column((index) => (index * 104_729) % 90_001),
  capacitiveA: column((index) => (index * 1299709) % 30_011),
});
const verde = (peak: number): TariffRules => ({
  ...BASE,
  modality: 'verde',
  windows: { peak: { start: peak, end: peak + 180 }, intermediate: [], blackAwarenessFrom: 2024 },
  energy: { inPoint: energy('1'), outPoint: energy('1') },
  demand: { outPoint: price('1') },
  reactive: { vrEre: null, vrDre: null, reference: parseRate('0.92'), capacitive: { start: 1410, end: 330 } },
});
const versions = [
  { validFrom: civilDate('2026-01-01'), rules: verde(1050) },
  { validFrom: civilDate('2026-11-12'), rules: verde(1110) },
];

test.each([
  ['a cycle that is over', '2026-12-01T00:00'],
  ['a cycle that is under way', '2026-11-13T18:52'],
])('measures for %s the same time-of-use periods as its bill, active and reactive', (_, now) => {
  const at = local(now) as Instant;
  const spans = touSpans([{ validFrom: null, tariff: 'Light', versions }], {
    ...cycle,
    today: cycle.last,
    calendar: CIVIL_MONTHS,
  });
  expect(spans).toHaveLength(2);
  const billed = measureCycle(series, { cycle, zone, versions, now: at, since: null });
  const sum = (name: 'consumed' | 'reactiveExcess', touPeriod: 'inPoint' | 'outPoint') =>
    billed.intervals.reduce((all, interval) => all + interval[name][touPeriod], 0);
  const { inPoint, interPoint, outPoint } = measureTouPeriods(series, spans, { zone, now: at });
  expect(inPoint).toEqual({
    active: sum('consumed', 'inPoint'),
    excessReactive: sum('reactiveExcess', 'inPoint'),
  });
  expect(outPoint).toEqual({
    active: sum('consumed', 'outPoint'),
    excessReactive: sum('reactiveExcess', 'outPoint'),
  });
  expect(inPoint.excessReactive).toBeGreaterThan(0);
  expect(interPoint).toEqual({ active: 0, excessReactive: 0 });
});

test('counts nothing without intervals', () => {
  const none = { active: 0, excessReactive: 0 };
  expect(measureTouPeriods(series, [], { zone, now: START as Instant })).toEqual({
    inPoint: none,
    interPoint: none,
    outPoint: none,
  });
});
