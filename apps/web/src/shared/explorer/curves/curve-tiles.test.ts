import { HOUR_MS } from '@nascente/domain/base/time/zone';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Viewport } from '../plot/viewport.ts';
import { createCurveTiles, type TilePainting } from './curve-tiles.ts';

const BEGIN = Date.parse('2026-11-20T12:00:00Z');
const viewFrom = (hours: number): Viewport => ({
  from: BEGIN + hours * HOUR_MS,
  to: BEGIN + (hours + 8) * HOUR_MS,
});
/** Eight hours of 800 pixels: a tile of 100 an hour. */
const painting: TilePainting = {
  axis: { ...viewFrom(0), width: 800 },
  panes: [],
  height: 300,
  shadesOf: () => [],
  colorOf: () => '#000',
};

afterEach(() => vi.unstubAllGlobals());

const shown = () => {
  const host = document.createElement('div');
  document.body.append(host);
  const tiles = createCurveTiles(host);
  const lefts = () => [...host.querySelectorAll('canvas')].map(({ style }) => Number.parseFloat(style.left));
  tiles.show(painting, viewFrom(0));
  return { host, tiles, lefts };
};

describe('the tiles of curves', () => {
  it('are there at once where they are in view, beside it as a hand comes near, and gone far behind it', async () => {
    const { tiles, lefts } = shown();
    expect(lefts()).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800]);
    tiles.reach(viewFrom(2));
    await expect.poll(() => Math.max(...lefts())).toBe(1400);
    tiles.reach(viewFrom(20));
    expect(lefts().every((left) => left >= 1200)).toBe(true);
    await expect.poll(() => [Math.min(...lefts()), Math.max(...lefts())]).toEqual([1200, 3200]);
    tiles.end();
    expect(lefts()).toEqual([]);
  });

  it('are painted anew on a screen of another density', () => {
    const { host, tiles } = shown();
    const widths = () => new Set([...host.querySelectorAll('canvas')].map(({ width }) => width));
    expect(widths()).toEqual(new Set([100]));
    vi.stubGlobal('devicePixelRatio', 2);
    tiles.show(painting, viewFrom(0));
    expect(widths()).toEqual(new Set([200]));
    tiles.end();
  });
});
