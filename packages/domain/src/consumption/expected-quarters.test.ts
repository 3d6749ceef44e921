import fc from 'fast-check';
import { expect, test } from 'vitest';
import { QUARTER_MS } from '../time/quarter.ts';
import { type Instant, instant } from '../time/zone.ts';
import { expectedBetween, stayTogether } from './expected-quarters.ts';

const at = (quarters: number): Instant => instant(quarters * QUARTER_MS);

test('a quarter-hour counts where it is whole', () => {
  expect(expectedBetween(at(1), at(5))).toBe(4);
  expect(expectedBetween(at(1) + 1, at(5) - 1)).toBe(2);
  expect(expectedBetween(at(5), at(1))).toBe(0);
});

test('of several meters each counts while it was there', () => {
  const stays = [
    { from: at(0), to: at(4) },
    { from: at(2), to: at(9) },
    { from: at(0), to: at(4), meters: 3 },
  ];
  expect(expectedBetween(at(1), at(6), stays)).toBe(3 + 4 + 3 * 3);
  expect(expectedBetween(at(1), at(6), [])).toBe(0);
});

test('meters that were there alike count as each of them would', () => {
  const stay = fc
    .tuple(fc.nat(6), fc.nat(6))
    .map(([from, length]) => ({ from: at(from), to: at(from + length) }));
  fc.assert(
    fc.property(fc.array(stay, { maxLength: 40 }), fc.nat(8), fc.nat(8), (stays, from, length) => {
      const together = stayTogether(stays);
      expect(together.length).toBeLessThanOrEqual(49);
      expect(expectedBetween(at(from), at(from + length), together)).toBe(
        expectedBetween(at(from), at(from + length), stays),
      );
    }),
  );
});
