import { describe, expect, test } from 'vitest';
import { rulesOf } from './registers.ts';

describe('the rules of a register', () => {
  test('uses the rules that the operator provides', () => {
    expect(rulesOf('consumedA', { width: 100_000, maxPerHour: 40 })).toMatchObject({
      width: 100_000_000_000,
      maxPerHour: 40_000_000,
      jitter: 100_000,
    });
  });

  test('uses the limits of the meter kind otherwise', () => {
    expect(rulesOf('injectedC', { width: null, maxPerHour: null })).toMatchObject({
      width: null,
      maxPerHour: 360_000_000,
    });
    expect(rulesOf('volume', { width: null, maxPerHour: null })).toMatchObject({
      maxPerHour: 125_000_000,
      jitter: 10_000,
    });
  });
});
