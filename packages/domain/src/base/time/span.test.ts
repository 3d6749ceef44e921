import { expect, it } from 'vitest';
import { isSome } from './span.ts';
import { instant } from './zone.ts';

it('tells a span of some time from one of none', () => {
  expect(isSome({ from: instant(0), to: instant(1) })).toBe(true);
  expect(isSome({ from: instant(1), to: instant(1) })).toBe(false);
});
