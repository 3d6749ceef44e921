import fc from 'fast-check';
import { expect, test } from 'vitest';
import { QUARTER_MS, quarterEnd, quarterStart, quartersBetween } from './quarter.ts';
import { instant } from './zone.ts';

const at = (text: string) => instant(Date.parse(text));
const anyInstant = fc.integer({ min: -1e13, max: 1e13 }).map(instant);

test('starts a quarter-hour on the quarter', () => {
  expect(quarterStart(at('2026-11-20T14:14:59.999Z'))).toBe(at('2026-11-20T14:00Z'));
  expect(quarterStart(at('2026-11-20T14:15Z'))).toBe(at('2026-11-20T14:15Z'));
  expect(quarterEnd(at('2026-11-20T14:15Z'))).toBe(at('2026-11-20T14:30Z'));
});

test('places every instant in one quarter-hour', () => {
  fc.assert(
    fc.property(anyInstant, (moment) => {
      expect(quarterStart(moment)).toBeLessThanOrEqual(moment);
      expect(quarterEnd(moment)).toBeGreaterThan(moment);
      expect(quarterStart(quarterEnd(moment))).toBe(quarterEnd(moment));
    }),
  );
});

test('counts the quarter-hours that start in an interval', () => {
  const noon = at('2026-11-20T12:00Z');
  expect(quartersBetween(noon, at('2026-11-21T12:00Z'))).toBe(96);
  expect(quartersBetween(noon, instant(noon + 1))).toBe(1);
  expect(quartersBetween(instant(noon + 1), instant(noon + QUARTER_MS))).toBe(0);
  expect(quartersBetween(noon, instant(noon - QUARTER_MS))).toBe(0);
});

test('counts the same quarter-hours for an interval as for its parts', () => {
  fc.assert(
    fc.property(anyInstant, anyInstant, anyInstant, (...moments) => {
      const [a, b, c] = moments.sort((x, y) => x - y) as [
        (typeof moments)[0],
        (typeof moments)[0],
        (typeof moments)[0],
      ];
      expect(quartersBetween(a, b) + quartersBetween(b, c)).toBe(quartersBetween(a, c));
    }),
  );
});
