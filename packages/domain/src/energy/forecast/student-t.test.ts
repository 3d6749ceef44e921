import { expect, test } from 'vitest';
import { t90 } from './forecast.ts';

test('is known from two degrees of freedom to 27, and comes down to the normal quantile', () => {
  expect([1, 2, 11, 27, 28].map(t90)).toEqual([null, 1.886, 1.363, 1.314, null]);
});
