import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { incrementsOf } from './credited-energies.ts';

describe('register increments as frames', () => {
  test('puts one direction into one frame', () => {
    expect(incrementsOf({ consumedA: 5, injectedA: 0, injectedB: 7, capacitiveC: 2 })).toEqual({
      main: {
        energyA: 5,
        energyB: -7,
        energyC: null,
        reactiveA: null,
        reactiveB: null,
        reactiveC: -2,
        volume: null,
      },
      opposite: null,
    });
    expect(incrementsOf({ volume: 3, consumedC: 0 }).main).toMatchObject({ volume: 3, energyC: 0 });
  });

  test('never cancels both directions', () => {
    const { main, opposite } = incrementsOf({ consumedA: 5, injectedA: 3, inductiveB: 1 });
    expect(main).toMatchObject({ energyA: 5, reactiveB: 1 });
    expect(opposite).toMatchObject({ energyA: -3, reactiveB: null });
  });

  test('preserves all energy in both directions', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (consumedA, injectedA) => {
        const { main, opposite } = incrementsOf({ consumedA, injectedA });
        const parts = [main.energyA ?? 0, opposite?.energyA ?? 0];
        expect(parts.reduce((sum, part) => sum + Math.max(part, 0), 0)).toBe(consumedA);
        expect(parts.reduce((sum, part) => sum - Math.min(part, 0), 0) + 0).toBe(injectedA);
      }),
    );
  });
});
