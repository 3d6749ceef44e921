import { expect, it } from 'vitest';
import { billedEnergy } from './group-a-figures.tsx';

it('uses the billed energy where it exists', () => {
  const consumed = { total: 10_186.6, inPoint: 833.8, interPoint: 0, outPoint: 9352.8 };
  const reactive = { total: 39, inPoint: 1.3, interPoint: 0, outPoint: 37.7 };
  expect(billedEnergy({ consumed, reactive })).toEqual({
    peak: { active: 833.8, excessReactive: 1.3 },
    intermediate: null,
    offPeak: { active: 9352.8, excessReactive: 37.7 },
  });
});
