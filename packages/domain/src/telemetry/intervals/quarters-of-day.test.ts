import { expect, test } from 'vitest';
import { instant } from '../../base/time/zone.ts';
import { quartersBetweenInstants } from './quarter-days.ts';

test('places quarter-hours at their start, with null for those without data', () => {
  const at = (minutes: number) => instant(Date.parse('2026-11-20T03:00Z') + minutes * 60_000);
  const start = Float64Array.of(at(-15), at(0), at(30), at(60));
  const column = Float64Array.of(1, 2, 4, 8);
  expect(quartersBetweenInstants({ start, column }, at(0), at(50))).toEqual([2, null, 4, null]);
});
