import { afterEach, describe, expect, it, vi } from 'vitest';
import { type CurvePainting, createCurveTiles, tileToDraw } from './curve-tiles.ts';

const HOUR_MS = 3_600_000;
const BEGIN = Date.parse('2026-11-20T12:00:00Z');
const viewFrom = (hours: number) => ({ from: BEGIN + hours * HOUR_MS, to: BEGIN + (hours + 8) * HOUR_MS });
/** Eight hours of 800 pixels: a tile of 200 for two hours. */
const painting: CurvePainting = { axis: { ...viewFrom(0), width: 800 }, panes: [], shadesIn: () => [] };

afterEach(() => vi.unstubAllGlobals());

const shown = () => {
  const host = document.createElement('div');
  const tiles = createCurveTiles(host);
  const lefts = () => [...host.children].map((tile) => Number.parseFloat((tile as HTMLElement).style.left));
  tiles.show(painting, viewFrom(0));
  return { tiles, lefts };
};

describe('the tiles of curves', () => {
  it('draws tiles in view at once, then the neighbours, and removes tiles far behind the view', async () => {
    const { tiles, lefts } = shown();
    expect(lefts()).toEqual([0, 200, 400, 600]);
    tiles.reach(viewFrom(2));
    await expect.poll(() => Math.max(...lefts())).toBe(1200);
    tiles.reach(viewFrom(20));
    expect(lefts().every((left) => left >= 1200)).toBe(true);
    await expect.poll(() => [Math.min(...lefts()), Math.max(...lefts())]).toEqual([1200, 3000]);
    tiles.end();
    expect(lefts()).toEqual([]);
  });

  it('places each tile at a whole device pixel', () => {
    vi.stubGlobal('devicePixelRatio', 1.25);
    const { tiles, lefts } = shown();
    tiles.show({ ...painting, axis: { ...painting.axis, width: 1117 } }, viewFrom(0));
    for (const left of lefts()) expect(left * 1.25).toBeCloseTo(Math.round(left * 1.25), 6);
    tiles.end();
  });

  it('draws tiles from the middle of the view to both sides', () => {
    const drawn = new Set([3]);
    const order: number[] = [];
    for (;;) {
      const next = tileToDraw(1, 6, (index) => drawn.has(index));
      if (next === null) break;
      drawn.add(next);
      order.push(next);
    }
    expect(order).toEqual([4, 2, 5, 1, 6]);
  });
});
