import { expect, test } from 'vitest';
import { instant } from '../../base/time/zone.ts';
import { createQuarterSum, eachQuarter } from './quarter-days.ts';

const HOUR_MS = 3_600_000;
const at = (text: string) => instant(Date.parse(text));

test('leaves out a quantity that a run states to be zero', () => {
  const span = { from: at('2026-03-02T00:00Z'), to: at('2026-03-02T01:00Z') };
  const sum = createQuarterSum([span], ['consumed', 'injected']);
  const added: string[] = [];
  sum.add(span, {
    start: span.from,
    length: 4,
    present: null,
    isZero: (quantity) => quantity === 'injected',
    addTo: (column, quantity) => {
      added.push(quantity);
      column.fill(7);
    },
  });
  const { consumedA, injectedA } = sum.series();
  expect(added).toEqual(['consumed']);
  expect([...consumedA]).toEqual([7, 7, 7, 7]);
  expect([...injectedA]).toEqual([0, 0, 0, 0]);
});

test('visits the quarter-hours with data of a closed day within an interval', () => {
  const day = Date.parse('2026-03-02T00:00Z') / (24 * HOUR_MS);
  const present = new Uint8Array(96).fill(1);
  present[5] = 0;
  const totals = Float64Array.from({ length: 96 }, (_, quarter) => quarter);
  const within = { from: at('2026-03-02T01:00Z'), to: at('2026-03-02T02:00Z') };
  const visited: number[] = [];
  eachQuarter(within, { day, totals, present }, (quarter, total) => visited.push(quarter - day * 96, total));
  expect(visited).toEqual([4, 4, 6, 6, 7, 7]);
});
