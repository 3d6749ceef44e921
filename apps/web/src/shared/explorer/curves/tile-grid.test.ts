import { HOUR_MS } from '@nascente/domain/base/time/zone';
import { describe, expect, it } from 'vitest';
import { tileGrid, tilesIn, tileToPaint } from './curve-tiles.ts';

const BEGIN = Date.parse('2026-11-20T12:00:00Z');
const DAY = { from: BEGIN, to: BEGIN + 24 * HOUR_MS };

describe('the tiles of a plot', () => {
  it('lie side by side without a seam, before and after where the axis begins', () => {
    for (const ratio of [1, 1.25, 2, 2.625]) {
      const { tile } = tileGrid({ ...DAY, width: 1117 }, ratio);
      for (const index of [-3, -1, 0, 8]) {
        const [one, next] = [tile(index), tile(index + 1)];
        expect(one.left + one.width).toBeCloseTo(next.left, 9);
        expect(one.to).toBe(next.from);
        expect(one.left * ratio).toBeCloseTo(Math.round(one.left * ratio), 6);
      }
    }
  });

  it('are those that an instant in view lies in', () => {
    const grid = tileGrid({ ...DAY, width: 800 }, 1);
    expect(grid.tile(0).width).toBe(100);
    expect(tilesIn(grid, DAY)).toEqual({ first: 0, last: 8 });
    expect(tilesIn(grid, { from: BEGIN - 1, to: BEGIN + HOUR_MS })).toEqual({ first: -1, last: 0 });
  });

  it('on a phone are no narrower than what it costs to begin one is worth', () => {
    expect(tileGrid({ ...DAY, width: 240 }, 2).tile(0).width).toBe(48);
  });

  it('are painted from where one looks to both sides, and then no more', () => {
    const painted = new Set([3]);
    const order: number[] = [];
    for (;;) {
      const next = tileToPaint({ first: 1, last: 6 }, (index) => painted.has(index));
      if (next === null) break;
      painted.add(next);
      order.push(next);
    }
    expect(order).toEqual([4, 2, 5, 1, 6]);
  });
});
