import { expect, it } from 'vitest';
import { isSome } from './span.ts';
import { instant } from './zone.ts';

it('distinguishes an interval with a duration from an empty interval', () => {
  expect(isSome({ from: instant(0), to: instant(1) })).toBe(true);
  expect(isSome({ from: instant(1), to: instant(1) })).toBe(false);
});
