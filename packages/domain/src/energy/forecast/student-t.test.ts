import { expect, test } from 'vitest';
import { t90 } from './forecast.ts';

test('returns the quantile from two to 27 degrees of freedom, and null outside', () => {
  expect([1, 2, 11, 27, 28].map(t90)).toEqual([null, 1.886, 1.363, 1.314, null]);
});
