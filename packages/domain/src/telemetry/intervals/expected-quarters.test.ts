import fc from 'fast-check';
import { expect, test } from 'vitest';
import { QUARTER_MS } from '../../base/time/quarter.ts';
import { type Instant, instant, MINUTE_MS } from '../../base/time/zone.ts';
import { addStays, expectedBetween } from './totals.ts';

const at = (quarters: number): Instant => instant(quarters * QUARTER_MS);

test('counts only complete quarter-hours', () => {
  expect(expectedBetween(at(1), at(5))).toBe(4);
  expect(expectedBetween(at(1) + 1, at(5) - 1)).toBe(2);
  expect(expectedBetween(at(5), at(1))).toBe(0);
});

test('counts each of several meters while it was installed', () => {
  const long = { from: at(0), to: at(4) };
  const stays = addStays([long, { from: at(2), to: at(9) }, long, long, long]);
  expect(expectedBetween(at(1), at(6), stays)).toBe(3 + 4 + 3 * 3);
  expect(expectedBetween(at(1), at(6), addStays([]))).toBe(0);
});

test('expects together the sum of the expected quarter-hours of each meter', () => {
  const minutes = fc.nat(8 * 15);
  const minute = (count: number): Instant => instant(count * MINUTE_MS);
  const span = fc
    .tuple(minutes, minutes)
    .map(([from, length]) => ({ from: minute(from), to: minute(from + length) }));
  fc.assert(
    fc.property(fc.array(span, { maxLength: 40 }), span, (stays, { from, to }) => {
      const each = stays.map((stay) => expectedBetween(Math.max(from, stay.from), Math.min(to, stay.to)));
      expect(expectedBetween(from, to, addStays(stays))).toBe(each.reduce((sum, one) => sum + one, 0));
    }),
  );
});
