import { QUARTER_MS } from '@nascente/domain/base/time/quarter';
import { instant } from '@nascente/domain/base/time/zone';
import { expect, it } from 'vitest';
import { columnsOf } from './rule-columns.ts';

const FROM = instant(Date.parse('2026-11-20T12:00:00Z'));
const at = (quarter: number) => instant(FROM + quarter * QUARTER_MS);

it('leaves out quarter-hours with imported estimates', () => {
  const consumed = Float64Array.from([1, 2, 3, 4, 5, 6]);
  const run = {
    start: FROM,
    length: 6,
    present: null,
    consumed,
    injected: null,
    inductive: null,
    volume: null,
  };
  const estimated = [
    { from: at(-3), to: at(1) },
    { from: at(3), to: at(5) },
  ];
  const interval = {
    from: FROM,
    to: at(6),
    levels: new Map(),
    runs: new Map([[7, [run]]]),
    estimated: new Map([[7, estimated]]),
  };
  expect([...columnsOf(interval, [7]).consumed]).toEqual([Number.NaN, 2, 3, Number.NaN, Number.NaN, 6]);
});
