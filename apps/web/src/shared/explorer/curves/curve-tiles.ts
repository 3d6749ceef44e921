import { type ColorOf, paint } from '../plot/paint.ts';
import type { DrawnCurve, Pane } from '../plot/plot-geometry.ts';
import { around, type Viewport } from '../plot/viewport.ts';
import { isSameIn } from './curve-strokes.ts';
import type { Shade } from './shades.ts';

/** A stretch of time as it is painted by itself. */
interface Tile extends Viewport {
  /** From where the axis begins, px. */
  readonly left: number;
  readonly width: number;
}

interface TileGrid {
  /** Pixels of the device in one of the page: tiles begin and end at whole ones, so that no seam is seen. */
  readonly ratio: number;
  readonly tile: (index: number) => Tile;
  readonly indexOf: (instant: number) => number;
}

/** First and last, both included. */
interface Tiles {
  readonly first: number;
  readonly last: number;
}

const TILES_OF_VIEW = 8;
const NARROWEST_PX = 48;

/**
 * Cuts time into tiles, from where an axis begins to both sides without end.
 * @param axis - a view and how wide it is drawn, px
 */
export const tileGrid = (
  { from, to, width }: Viewport & { readonly width: number },
  ratio: number,
): TileGrid => {
  const wide = Math.ceil(Math.max(width / TILES_OF_VIEW, NARROWEST_PX) * ratio) / ratio;
  const long = ((to - from) / width) * wide;
  return {
    ratio,
    tile: (index) => ({
      left: index * wide,
      width: wide,
      from: from + index * long,
      to: from + (index + 1) * long,
    }),
    indexOf: (instant) => Math.floor((instant - from) / long),
  };
};

export const tilesIn = ({ indexOf }: TileGrid, { from, to }: Viewport): Tiles => ({
  first: indexOf(from),
  last: indexOf(to),
});

/** The one to be painted next: from the middle, where one looks, to both sides. Null: all are. */
export const tileToPaint = ({ first, last }: Tiles, isPainted: (index: number) => boolean): number | null => {
  const middle = Math.floor((first + last) / 2);
  for (let away = 0; middle - away >= first || middle + away <= last; away++)
    for (const index of [middle + away, middle - away])
      if (index >= first && index <= last && !isPainted(index)) return index;
  return null;
};

/** So much of the view is painted beyond each of its ends, to be there when it is moved. */
const BEYOND = 0.5;
/** A view that is seen so long is no step of a zoom. */
const RESTS_MS = 120;
/** So long tiles that nobody waits for may be painted within one frame: the hand needs the rest of it. */
const SHARE_OF_FRAME_MS = 4;

/** As far as what is drawn of a point reaches from it. */
const REACH_PX = 4;

/** What tiles show. */
export interface TilePainting {
  /** Where an instant stands, px. */
  readonly axis: TimeAxisScale;
  readonly panes: readonly Pane[];
  readonly height: number;
  readonly shadesOf: (span: Viewport) => readonly Shade[];
  readonly colorOf: ColorOf;
}

/** A stretch of time and how wide it is: instants stand at the same place while a hand pans. */
export interface TimeAxisScale extends Viewport {
  readonly width: number;
}

export const xOnAxis = ({ from, to, width }: TimeAxisScale, instant: number): number =>
  ((instant - from) / (to - from)) * width;

export interface CurveTiles {
  /** Shows something else: what is in view at once, the rest frame by frame. */
  show(painting: TilePainting, view: Viewport): void;
  /** The same where a hand has come. */
  reach(view: Viewport): void;
  end(): void;
}

const deviceRatio = (): number => window.devicePixelRatio || 1;

const curvesOf = ({ panes }: TilePainting): readonly DrawnCurve[] =>
  panes.flatMap(({ axes }) => axes.flatMap(({ curves }) => curves));

/** What of a painting may not be shown by halves: a newer measurement may, another scale may not. */
const frameOf = (painting: TilePainting): string => {
  const { axis, panes, height } = painting;
  const scales = panes.map(({ axes, ...pane }) => [pane, axes.map(({ scale }) => scale)]);
  return JSON.stringify([axis, height, scales, curvesOf(painting).map(({ id }) => id)]);
};

type Difference = 'none' | 'measured' | 'all';

const differenceOf = (one: TilePainting, other: TilePainting): Difference => {
  if (one.colorOf !== other.colorOf || frameOf(one) !== frameOf(other)) return 'all';
  const curves = curvesOf(other);
  const isSame =
    one.shadesOf === other.shadesOf && curvesOf(one).every((curve, index) => curve === curves[index]);
  return isSame ? 'none' : 'measured';
};

const reachOf = (tile: Tile): Viewport => around(tile, REACH_PX / tile.width);

/** Of a longer stretch that is measured anew most tiles show what they did. */
const showsTheSame = (one: TilePainting, other: TilePainting, tile: Tile): boolean => {
  const curves = curvesOf(other);
  const view = reachOf(tile);
  return (
    curvesOf(one).every(({ curve }, index) => isSameIn(curve, (curves[index] as DrawnCurve).curve, view)) &&
    JSON.stringify(one.shadesOf(view)) === JSON.stringify(other.shadesOf(view))
  );
};

const paintTile = (canvas: HTMLCanvasElement, tile: Tile, grid: TileGrid, painting: TilePainting): void => {
  const { ratio } = grid;
  const { axis, panes, height, shadesOf, colorOf } = painting;
  const [wide, high] = [Math.round(tile.width * ratio), Math.round(height * ratio)];
  if (canvas.width !== wide) canvas.width = wide;
  if (canvas.height !== high) canvas.height = high;
  Object.assign(canvas.style, { left: `${tile.left}px`, width: `${tile.width}px`, height: `${height}px` });
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, tile.width, height);
  const geometry = {
    left: 0,
    width: tile.width,
    panes,
    xOf: (instant: number) => xOnAxis(axis, instant) - tile.left,
  };
  // A point beside the tile may reach into it by half its line or dot, and be where the line through the tile begins.
  const view = reachOf(tile);
  paint(context, { geometry, view, shades: shadesOf(view) }, { ratio, colorOf });
};

/**
 * Curves as a row of canvases, each of a stretch of time: a hand moves the row, and what comes into its reach is painted
 * tile by tile, so that no frame has to wait for the whole.
 */
export const createCurveTiles = (host: HTMLElement): CurveTiles => {
  const canvases = new Map<number, HTMLCanvasElement>();
  const spare: HTMLCanvasElement[] = [];
  const fresh = new Set<number>();
  let shown: { readonly painting: TilePainting; readonly grid: TileGrid } | null = null;
  let view: Viewport = { from: 0, to: 0 };
  let frame = 0;
  let rest = 0;

  const canvasOf = (index: number): HTMLCanvasElement => {
    const canvas = canvases.get(index) ?? spare.pop() ?? document.createElement('canvas');
    canvases.set(index, canvas);
    return canvas;
  };
  const drop = (index: number, canvas: HTMLCanvasElement): void => {
    canvases.delete(index);
    fresh.delete(index);
    canvas.remove();
    spare.push(canvas);
  };
  const paintAt = (index: number): void => {
    if (shown === null) return;
    const canvas = canvasOf(index);
    paintTile(canvas, shown.grid.tile(index), shown.grid, shown.painting);
    if (!canvas.isConnected) host.append(canvas);
    fresh.add(index);
  };
  const isFresh = (index: number): boolean => fresh.has(index);
  const next = (): number | null =>
    shown === null ? null : tileToPaint(tilesIn(shown.grid, around(view, BEYOND)), isFresh);
  const work = (): void => {
    frame = 0;
    const until = performance.now() + SHARE_OF_FRAME_MS;
    for (let index = next(); index !== null; index = next()) {
      paintAt(index);
      if (performance.now() >= until) break;
    }
    schedule();
  };
  const schedule = (): void => {
    if (frame === 0 && next() !== null) frame = requestAnimationFrame(work);
  };
  const reach = (reached: Viewport): void => {
    if (shown === null || (reached.from === view.from && reached.to === view.to)) return;
    view = reached;
    const kept = tilesIn(shown.grid, around(view, 2 * BEYOND));
    for (const [index, canvas] of canvases) if (index < kept.first || index > kept.last) drop(index, canvas);
    schedule();
  };

  const dropAll = (): void => {
    for (const [index, canvas] of canvases) drop(index, canvas);
  };
  const stop = (): void => {
    cancelAnimationFrame(frame);
    clearTimeout(rest);
    frame = 0;
  };
  /** Whoever zooms begins with each frame: what lies beside the view waits until it is seen for a while. */
  const begin = (painting: TilePainting, seen: Viewport): void => {
    stop();
    dropAll();
    const grid = tileGrid(painting.axis, deviceRatio());
    shown = { painting, grid };
    const { first, last } = tilesIn(grid, seen);
    for (let index = first; index <= last; index++) paintAt(index);
    view = seen;
    rest = window.setTimeout(schedule, RESTS_MS);
  };
  const renew = (before: TilePainting, painting: TilePainting, grid: TileGrid): void => {
    for (const index of fresh) if (!showsTheSame(before, painting, grid.tile(index))) fresh.delete(index);
    shown = { painting, grid };
    schedule();
  };

  return {
    show(painting, seen) {
      // A window may come to a screen of another density.
      if (shown?.grid.ratio !== deviceRatio()) return begin(painting, seen);
      const difference = differenceOf(shown.painting, painting);
      if (difference === 'all') return begin(painting, seen);
      if (difference === 'measured') renew(shown.painting, painting, shown.grid);
      reach(seen);
    },
    reach,
    end() {
      stop();
      dropAll();
    },
  };
};
