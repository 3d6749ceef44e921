import { describe, expect, it } from 'vitest';
import { isDemandEnough } from './advised-step.ts';

describe('another demand alone is advised', () => {
  it('where it gives most of what another modality would save', () => {
    expect(isDemandEnough(2165, 2748)).toBe(true);
    expect(isDemandEnough(1374, 2748)).toBe(false);
    expect(isDemandEnough(500, 500)).toBe(true);
  });

  it('never for less than a real', () => {
    expect(isDemandEnough(0.99, 0.99)).toBe(false);
    expect(isDemandEnough(0, 0)).toBe(false);
  });
});
