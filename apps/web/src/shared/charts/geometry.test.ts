import { describe, expect, it } from 'vitest';
import { labelsThatFit } from './axis-labels.ts';
import type { LabelRank } from './bars.ts';
import { barAt, geometryFor } from './geometry.ts';

const labels = (ranks: readonly LabelRank[], width = 28) => ranks.map((rank) => ({ rank, width }));

describe('labels below the axis', () => {
  it('never touch', () => {
    const shown = labelsThatFit(labels(Array.from({ length: 30 }, () => 2 as const)), 10);
    const places = [...shown].sort((a, b) => a - b);
    for (const [at, index] of places.entries()) {
      const next = places[at + 1];
      if (next !== undefined) expect((next - index) * 10).toBeGreaterThanOrEqual(28 + 8);
    }
  });

  it('prefer the important ones', () => {
    const shown = labelsThatFit(labels([1, 0, 2, 1, 2, 0, 1]), 12);
    expect([...shown].sort((a, b) => a - b)).toEqual([0, 3, 6]);
  });
});

describe('the plot', () => {
  const space = { width: 320, height: 190, scaleWidth: 22, labels: labels([1, 0, 0, 0, 1], 120) };

  it('leaves room for the first and the last label', () => {
    const { left, right, step, plotWidth } = geometryFor(space);
    expect(left + step / 2 - 60).toBeGreaterThanOrEqual(0);
    expect(left + plotWidth - step / 2 + 60).toBeLessThanOrEqual(320 + 1);
    expect(left + plotWidth + right).toBe(320);
  });

  it('knows the bar below the pointer', () => {
    const geometry = geometryFor({ ...space, labels: labels([1, 1, 1, 1, 1], 10) });
    expect(barAt(geometry.left + 0.5 * geometry.step, geometry, 5)).toBe(0);
    expect(barAt(geometry.left + 4.9 * geometry.step, geometry, 5)).toBe(4);
    expect(barAt(geometry.left - 1, geometry, 5)).toBeNull();
    expect(barAt(321, geometry, 5)).toBeNull();
  });

  it('survives having no width yet', () => {
    const geometry = geometryFor({ ...space, width: 0 });
    expect(geometry.plotWidth).toBe(0);
    expect(barAt(10, geometry, 5)).toBeNull();
  });
});
