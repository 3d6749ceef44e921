import { expect, test } from 'vitest';
import { DEFAULT_ZONE } from '../../base/time/zone.ts';
import { monthsOfSlots } from './day-sums.ts';

test('sums slots by the civil month of their start, and omits months without slots', () => {
  const starts = ['2026-09-30T23:00Z', '2026-10-01T02:00Z', '2026-10-01T03:00Z', '2026-12-01T03:00Z'];
  const start = Float64Array.from(starts, Date.parse);
  expect(monthsOfSlots(start, Float64Array.of(1, 2, 4, 8), DEFAULT_ZONE)).toEqual([
    { month: '2026-09', amount: 3 },
    { month: '2026-10', amount: 4 },
    { month: '2026-12', amount: 8 },
  ]);
  expect(monthsOfSlots(new Float64Array(), new Float64Array(), DEFAULT_ZONE)).toEqual([]);
});
