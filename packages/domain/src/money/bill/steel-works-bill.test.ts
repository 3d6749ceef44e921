import { expect, test } from 'vitest';
import { civilDate, endOfDay } from '../../base/time/civil-day.ts';
import type { Zone } from '../../base/time/zone.ts';
import week from '../../energy/consumption/fixtures/steel-works-week.json' with { type: 'json' };
import { CONTRACT_A, EVER, flagMonths, single, taxes } from '../testing/bill-facts.ts';
import { computeBill } from '../testing/compute-bill.ts';
import { quarterSeries } from '../testing/quarter-series.ts';
import { VERDE } from '../testing/rules-facts.ts';

const SEOUL = 'Asia/Seoul' as Zone;
const CYCLE = { first: civilDate('2018-01-29'), last: civilDate('2018-02-04') };
const QUARTERS = 96;

/** Excess of one hour, kvarh, by the formula that the resolution prints: EA·(0.92/f_T − 1). */
function excessOf(active: number, reactive: number): number {
  const factor = active / Math.hypot(active, reactive);
  return factor < 0.92 ? active * (0.92 / factor - 1) : 0;
}

test('computes the demand and reactive excess of a real week of a steel works', () => {
  const series = quarterSeries(CYCLE, SEOUL, ({ index }) => {
    const day = week[Math.floor(index / QUARTERS)];
    const quarter = index % QUARTERS;
    return {
      consumed: (day?.consumedWh[quarter] ?? 0) * 1000,
      inductive: (day?.inductiveVarh[quarter] ?? 0) * 1000,
      capacitive: (day?.capacitiveVarh[quarter] ?? 0) * 1000,
    };
  });
  const bill = computeBill({
    series,
    cycle: CYCLE,
    zone: SEOUL,
    versions: [{ validFrom: EVER, rules: VERDE }],
    contract: { ...CONTRACT_A, demand: single(500), taxes: [taxes('0')] },
    flags: flagMonths({ '2018-01': 'verde', '2018-02': 'verde' }),
    now: endOfDay(CYCLE.last, SEOUL),
    since: null,
  });

  let excess = 0;
  for (const day of week) {
    for (let hour = 0; hour < 24; hour++) {
      const quarters = [0, 1, 2, 3].map((part) => hour * 4 + part);
      const active = quarters.reduce((sum, at) => sum + (day.consumedWh[at] ?? 0) / 1000, 0);
      const reactive = quarters.reduce((sum, at) => {
        const net = ((day.inductiveVarh[at] ?? 0) - (day.capacitiveVarh[at] ?? 0)) / 1000;
        return sum + Math.max(0, hour < 6 ? -net : net);
      }, 0);
      excess += excessOf(active, reactive);
    }
  }
  const counted = bill.reactiveExcess.inPoint + bill.reactiveExcess.outPoint;
  expect(counted / 1e6).toBeCloseTo(excess, 3);
  expect(excess).toBeGreaterThan(100);
  expect(bill.demand).toMatchObject([
    { measured: 582_040_000, contracted: 500_000_000, overrun: 82_040_000 },
  ]);
  expect(bill.lines.find(({ kind }) => kind === 'overrun')?.amount).toBe(328_160);
  const kwh = bill.lines
    .filter(({ kind }) => kind === 'energy')
    .reduce((sum, line) => sum + (line.quantity ?? 0), 0);
  expect(kwh / 1e6).toBeCloseTo(16_923.17 + 13_482.61, 6);
  expect([bill.completeness, bill.missing]).toEqual([1, []]);
});
