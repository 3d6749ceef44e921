import { describe, expect, it } from 'vitest';
import { isDemandEnough } from './advised-step.ts';

describe('the advice to change only the demand', () => {
  it('advises another demand when it gives the largest part of the modality saving', () => {
    expect(isDemandEnough(2165, 2748)).toBe(true);
    expect(isDemandEnough(1374, 2748)).toBe(false);
    expect(isDemandEnough(500, 500)).toBe(true);
  });

  it('advises nothing for less than one real', () => {
    expect(isDemandEnough(0.99, 0.99)).toBe(false);
    expect(isDemandEnough(0, 0)).toBe(false);
  });
});
