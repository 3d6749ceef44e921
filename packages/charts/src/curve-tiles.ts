import type uPlot from 'uplot';
import {
  createCurvePlot,
  deviceRatio,
  isSameIn,
  joinCurves,
  PANE_OVERFLOW,
  type PlotPane,
  type PlotShade,
  type PlottedCurve,
} from './curve-plot.ts';
import { around, type TimeAxisScale, type TimeSpan, xOnAxis } from './time-axis.ts';

/** The content of the tiles. */
export interface CurvePainting {
  readonly axis: TimeAxisScale;
  readonly panes: readonly PlotPane[];
  readonly shadesIn: (span: TimeSpan) => readonly PlotShade[];
}

export interface CurveTiles {
  /** Shows another painting: the visible part at once, the rest frame by frame. */
  show(painting: CurvePainting, view: TimeSpan): void;
  /** Follows a hand that has moved the view. */
  reach(view: TimeSpan): void;
  end(): void;
}

const TILES_OF_VIEW = 4;
const MIN_TILE_PX = 96;
/** Share of the view that is drawn beyond each of its ends, ready to be moved into view. */
const BEYOND = 0.5;
/** A view that rests so long is no step of a zoom. */
const RESTS_MS = 120;
/** Time of a frame for drawing tiles outside the view; the rest is for the hand. */
const SHARE_OF_FRAME_MS = 4;

/** The tile to draw next, from the middle of the view to both sides; `null`: all are drawn. */
export const tileToDraw = (
  first: number,
  last: number,
  isDrawn: (index: number) => boolean,
): number | null => {
  const middle = Math.floor((first + last) / 2);
  for (let away = 0; middle - away >= first || middle + away <= last; away += 1)
    for (const index of [middle + away, middle - away])
      if (index >= first && index <= last && !isDrawn(index)) return index;
  return null;
};

/** A tile is drawn again by the same instances of uPlot as long as this is equal. */
const lookOf = ({ axis: { width }, panes }: CurvePainting): string =>
  JSON.stringify([
    deviceRatio(),
    width,
    panes.map(({ curves, ...pane }) => [pane, curves.map(({ id, color, dash }) => [id, color, dash])]),
  ]);

/** A state that all tiles must share, unlike newer points. */
const scalesOf = ({ axis, panes }: CurvePainting): string =>
  JSON.stringify([axis, panes.map(({ curves }) => curves.map(({ range }) => range))]);

/** Whether a tile may stay as it is: of a longer span that was loaded anew most tiles may. */
const showsSame = (one: CurvePainting, other: CurvePainting, span: TimeSpan): boolean => {
  const reach = around(span, 0.1);
  return (
    one.panes.every(({ curves }, at) =>
      curves.every((curve, index) => isSameIn(curve, other.panes[at]?.curves[index] as PlottedCurve, reach)),
    ) && JSON.stringify(one.shadesIn(reach)) === JSON.stringify(other.shadesIn(reach))
  );
};

interface Tile {
  readonly element: HTMLElement;
  readonly plots: readonly uPlot[];
}

/**
 * Curves as a row of uPlot drawings, each of a span of time that begins at a whole pixel of the device. A hand moves the row, and
 * tiles that come into reach are drawn one by one, so that no frame waits for the whole.
 */
export const createCurveTiles = (host: HTMLElement): CurveTiles => {
  // Without a canvas, as where memory is short, there is the table behind the curves.
  const canDraw = document.createElement('canvas').getContext('2d') !== null;
  const tiles = new Map<number, Tile>();
  const spare: Tile[] = [];
  const fresh = new Set<number>();
  let painting: CurvePainting | null = null;
  let data: uPlot.AlignedData[] = [];
  let view: TimeSpan = { from: 0, to: 0 };
  let frame = 0;
  let rest = 0;

  const widthOf = ({ width }: TimeAxisScale): number =>
    Math.ceil(Math.max(width / TILES_OF_VIEW, MIN_TILE_PX) * deviceRatio()) / deviceRatio();
  const spanOf = (axis: TimeAxisScale, index: number): TimeSpan => {
    const length = ((axis.to - axis.from) / axis.width) * widthOf(axis);
    return { from: axis.from + index * length, to: axis.from + (index + 1) * length };
  };
  const reachOf = (axis: TimeAxisScale, { from, to }: TimeSpan): readonly [number, number] => [
    Math.floor(xOnAxis(axis, from) / widthOf(axis)),
    Math.ceil(xOnAxis(axis, to) / widthOf(axis)) - 1,
  ];

  const createTile = ({ axis, panes }: CurvePainting, index: number): Tile => {
    const element = document.createElement('div');
    const plots = (canDraw ? panes : []).map((pane, at) => {
      const row = element.appendChild(document.createElement('div'));
      row.style.setProperty('top', `${pane.top - PANE_OVERFLOW}px`);
      return createCurvePlot(row, {
        pane,
        data: data[at] ?? [[]],
        span: spanOf(axis, index),
        width: widthOf(axis),
        curvesNow: () => painting?.panes[at]?.curves ?? [],
        shadesNow: (span) => painting?.shadesIn(span) ?? [],
      });
    });
    return { element, plots };
  };

  const putAside = (index: number, tile: Tile): void => {
    tile.element.remove();
    tiles.delete(index);
    fresh.delete(index);
    spare.push(tile);
  };
  const putAllAside = (): void => {
    for (const [index, tile] of tiles) putAside(index, tile);
  };
  const destroyAll = (): void => {
    putAllAside();
    for (const { plots } of spare.splice(0)) for (const plot of plots) plot.destroy();
  };
  const drawAgain = ({ plots }: Tile, { from, to }: TimeSpan): void => {
    for (const [at, plot] of plots.entries())
      plot.batch(() => {
        const points = data[at];
        if (points !== undefined && plot.data !== points) plot.setData(points, false);
        plot.setScale('x', { min: from, max: to });
      });
  };
  const draw = (index: number): void => {
    if (painting === null) return;
    const present = tiles.get(index) ?? spare.pop();
    const tile = present ?? createTile(painting, index);
    if (present !== undefined) drawAgain(present, spanOf(painting.axis, index));
    tile.element.style.setProperty('left', `${index * widthOf(painting.axis)}px`);
    if (tile.element.parentNode !== host) host.append(tile.element);
    tiles.set(index, tile);
    fresh.add(index);
  };
  const next = (): number | null =>
    painting === null
      ? null
      : tileToDraw(...reachOf(painting.axis, around(view, BEYOND)), (index) => fresh.has(index));
  const work = (): void => {
    frame = 0;
    const until = performance.now() + SHARE_OF_FRAME_MS;
    for (let index = next(); index !== null; index = next()) {
      draw(index);
      if (performance.now() >= until) break;
    }
    schedule();
  };
  const schedule = (): void => {
    if (frame === 0 && next() !== null) frame = requestAnimationFrame(work);
  };
  const stop = (): void => {
    cancelAnimationFrame(frame);
    clearTimeout(rest);
    frame = 0;
  };
  const reach = (reached: TimeSpan): void => {
    if (painting === null || (reached.from === view.from && reached.to === view.to)) return;
    view = reached;
    const [first, last] = reachOf(painting.axis, around(view, 2 * BEYOND));
    for (const [index, tile] of tiles) if (index < first || index > last) putAside(index, tile);
    schedule();
  };
  /** Draws the visible part at once; the rest waits until the view rests, because a zoom begins with each frame. */
  const begin = (shown: CurvePainting, seen: TimeSpan): void => {
    stop();
    putAllAside();
    view = seen;
    const [first, last] = reachOf(shown.axis, seen);
    for (let index = first; index <= last; index += 1) draw(index);
    rest = window.setTimeout(schedule, RESTS_MS);
  };

  /** Newer points come tile by tile; where another scale or colour is shown, all in view is drawn at once. */
  const renew = (before: CurvePainting, shown: CurvePainting, seen: TimeSpan): void => {
    if (lookOf(before) !== lookOf(shown)) destroyAll();
    if (tiles.size === 0 || scalesOf(before) !== scalesOf(shown)) {
      begin(shown, seen);
      return;
    }
    if (before.panes !== shown.panes || before.shadesIn !== shown.shadesIn) {
      for (const index of fresh)
        if (!showsSame(before, shown, spanOf(shown.axis, index))) fresh.delete(index);
      schedule();
    }
    reach(seen);
  };

  return {
    show(shown, seen) {
      const before = painting;
      painting = shown;
      if (before?.panes !== shown.panes) data = shown.panes.map(({ curves }) => joinCurves(curves));
      if (before === null) begin(shown, seen);
      else renew(before, shown, seen);
    },
    reach,
    end() {
      stop();
      destroyAll();
    },
  };
};
