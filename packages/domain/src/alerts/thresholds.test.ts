import { expect, it } from 'vitest';
import { taughtBy, taughtThreshold } from './thresholds.ts';

it('raises a threshold after unhelpful answers, and restores it after helpful answers', () => {
  expect(taughtBy({ helpful: 0, unhelpful: 0 })).toBe(1);
  expect(taughtBy({ helpful: 0, unhelpful: 2 })).toBeCloseTo(1.2);
  expect(taughtBy({ helpful: 2, unhelpful: 2 })).toBe(1);
  expect(taughtBy({ helpful: 9, unhelpful: 0 })).toBe(1);
  expect(taughtBy({ helpful: 0, unhelpful: 40 })).toBe(1.5);
});

it('moves a threshold away from the reported side, above or below', () => {
  const unhelpful = { helpful: 0, unhelpful: 5 };
  const above = { value: 30, unit: '%', tells: 'above' } as const;
  expect(taughtThreshold(above, null, unhelpful)).toBe(45);
  expect(taughtThreshold(above, 10, unhelpful)).toBe(15);
  expect(taughtThreshold({ ...above, tells: 'below' }, null, unhelpful)).toBe(20);
  expect(taughtThreshold({ ...above, value: null }, null, unhelpful)).toBeNull();
});
