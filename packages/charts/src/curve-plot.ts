import { bisectLeft } from 'd3-array';
import { area } from 'd3-shape';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { isGapBefore, type TimeSpan, xOnAxis } from './time-axis.ts';

/** A curve over an axis of time. Instants are ascending epoch ms. */
export interface PlottedCurve {
  readonly id: string;
  readonly at: Float64Array;
  readonly mean: Float64Array;
  readonly low: Float64Array | null;
  readonly high: Float64Array | null;
  /** Neighbouring points that are farther apart than 1.5 steps have a gap between them, ms. */
  readonly step: number;
  /** Length of a step of a curve of sums, each of which begins at its instant; `null` for a line, ms. */
  readonly stepLength: number | null;
  /** Lowest and highest value of its axis. */
  readonly range: readonly [number, number];
  readonly color: string;
  /** Opacity of the line, and of the band between the extremes. */
  readonly alpha: number;
  readonly bandAlpha: number;
  readonly width: number;
  readonly dash: readonly number[];
}

/** A vertical part of a plot, px. */
export interface PlotPane {
  readonly top: number;
  readonly height: number;
  readonly curves: readonly PlottedCurve[];
}

/** A hatch is a line in a direction; shades that may overlap have different directions. */
export type Hatch = 'rising' | 'falling' | 'level';

export interface PlotShade extends TimeSpan {
  readonly color: string;
  readonly alpha: number;
  readonly hatch: Hatch | null;
}

/** A line exceeds its pane at the highest and the lowest value by half its width, px. */
export const PANE_OVERFLOW = 2;
const HATCH = 7;
const POINT_SIZE = 6;
/** Closer points have no visible slope between them, px of the page. */
const DENSE_PX = 1.5;

/** Pixels of the device in one of the page. */
export const deviceRatio = (): number => window.devicePixelRatio || 1;

/** A curve as columns for uPlot: `null` ends a line, and a step lasts as long as its sum. */
const columnsOf = (curve: PlottedCurve): uPlot.AlignedData => {
  const { at, mean, stepLength } = curve;
  const [xs, ys]: [number[], (number | null)[]] = [[], []];
  for (const [index, x] of at.entries()) {
    xs.push(x);
    ys.push(mean[index] as number);
    if (!isGapBefore(curve, index + 1)) continue;
    if (stepLength !== null) {
      xs.push(x + stepLength - 1);
      ys.push(mean[index] as number);
    }
    xs.push(x + Math.max(stepLength ?? 0, 1));
    ys.push(null);
  }
  return [xs, ys];
};

const isSame = (one: ArrayLike<unknown>, other: ArrayLike<unknown>): boolean => {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index += 1) if (one[index] !== other[index]) return false;
  return true;
};

/** Curves of one pane over common instants. Curves of one meter have them already. */
export const joinCurves = (curves: readonly PlottedCurve[]): uPlot.AlignedData => {
  const columns = curves.map(columnsOf);
  const [first] = columns;
  if (first === undefined) return [[]];
  if (columns.every(([xs]) => isSame(xs, first[0]))) return [first[0], ...columns.map(([, ys]) => ys ?? [])];
  return uPlot.join(columns);
};

/** Points in view and one on either side. */
const indicesIn = (at: Float64Array, { from, to }: TimeSpan): readonly [number, number] => [
  Math.max(0, bisectLeft(at, from) - 1),
  Math.min(at.length, bisectLeft(at, to) + 1),
];

/** Whether two curves have the same points in a span, as those of one series loaded for two views. */
export const isSameIn = (one: PlottedCurve, other: PlottedCurve, span: TimeSpan): boolean => {
  if (one.step !== other.step || one.stepLength !== other.stepLength) return false;
  const [range, otherRange] = [indicesIn(one.at, span), indicesIn(other.at, span)];
  return (['at', 'mean', 'low', 'high'] as const).every((column) => {
    const [values, others] = [one[column], other[column]];
    if (values === null || others === null) return values === others;
    return isSame(values.subarray(...range), others.subarray(...otherRange));
  });
};

const lone = new WeakMap<PlottedCurve, readonly number[]>();
/** Instants of points between two gaps, which no line reaches. */
const loneInstants = (curve: PlottedCurve): readonly number[] => {
  const cached = lone.get(curve);
  if (cached !== undefined) return cached;
  const { at, stepLength } = curve;
  const instants: number[] = [];
  for (let index = 0; stepLength === null && index < at.length; index += 1)
    if (isGapBefore(curve, index) && isGapBefore(curve, index + 1)) instants.push(at[index] as number);
  lone.set(curve, instants);
  return instants;
};

const spanOf = ({ scales: { x: { min = 0, max = 1 } = {} } }: uPlot): TimeSpan => ({ from: min, to: max });

/** Maps values to px of the device; uPlot looks up its scale for each value instead. */
const scalesOf = (plot: uPlot, { range: [lowest, highest] }: PlottedCurve) => {
  const { left, top, width, height } = plot.bbox;
  const over = PANE_OVERFLOW * deviceRatio();
  const axis = { ...spanOf(plot), width };
  return {
    xOf: (instant: number): number => left + xOnAxis(axis, instant),
    yOf: (value: number): number =>
      top + over + ((highest - value) / (highest - lowest)) * (height - 2 * over),
  };
};

const isDense = (plot: uPlot, curve: PlottedCurve): boolean => {
  const { xOf } = scalesOf(plot, curve);
  return curve.stepLength === null && xOf(curve.step) - xOf(0) <= DENSE_PX * deviceRatio();
};

/**
 * Fills columns of whole pixels of the device: without a graphics processor a path of thousands of steep edges takes ten times as
 * long. A column reaches from the value before to its own lowest and highest.
 */
const fillColumns = (
  plot: uPlot,
  curve: PlottedCurve,
  [lows, highs]: readonly [Float64Array, Float64Array],
  width: number,
): void => {
  const { at } = curve;
  const { xOf, yOf } = scalesOf(plot, curve);
  const [first, end] = indicesIn(curve.at, spanOf(plot));
  for (let index = first; index < end; ) {
    const x = Math.round(xOf(at[index] as number));
    let [low, high] = [lows[index] as number, highs[index] as number];
    if (width > 0 && !isGapBefore(curve, index)) {
      low = Math.min(low, highs[index - 1] as number);
      high = Math.max(high, lows[index - 1] as number);
    }
    for (index += 1; index < end && Math.round(xOf(at[index] as number)) === x; index += 1) {
      low = Math.min(low, lows[index] as number);
      high = Math.max(high, highs[index] as number);
    }
    const next = isGapBefore(curve, index) ? x + 1 : Math.round(xOf(at[index] as number));
    const [top, bottom] = [Math.round(yOf(high) - width / 2), Math.round(yOf(low) + width / 2)];
    plot.ctx.fillRect(x, top, Math.max(next - x, width), Math.max(bottom - top, width));
  }
};

const fillBand = (plot: uPlot, curve: PlottedCurve): void => {
  const { at, low, high } = curve;
  if (low === null || high === null) return;
  const { ctx } = plot;
  ctx.fillStyle = curve.color;
  ctx.globalAlpha = curve.bandAlpha;
  if (isDense(plot, curve)) {
    fillColumns(plot, curve, [low, high], 0);
    return;
  }
  const { xOf, yOf } = scalesOf(plot, curve);
  const [first, end] = indicesIn(curve.at, spanOf(plot));
  const points: (number | null)[] = [];
  for (let index = first; index < end; index += 1) {
    if (index > first && isGapBefore(curve, index)) points.push(null);
    points.push(index);
  }
  ctx.beginPath();
  area<number | null>()
    .context(ctx)
    .defined((index) => index !== null)
    .x((index) => xOf(at[index ?? 0] as number))
    .y0((index) => yOf(low[index ?? 0] as number))
    .y1((index) => yOf(high[index ?? 0] as number))(points);
  ctx.fill();
};

const hatchPattern = (
  context: CanvasRenderingContext2D,
  hatch: Hatch,
  color: string,
): CanvasPattern | null => {
  const tile = document.createElement('canvas');
  const size = Math.round(HATCH * deviceRatio());
  tile.width = size;
  tile.height = size;
  const brush = tile.getContext('2d');
  if (brush === null) return null;
  brush.strokeStyle = color;
  brush.lineWidth = deviceRatio();
  brush.beginPath();
  const [from, to] = { rising: [size, 0], falling: [0, size], level: [size / 2, size / 2] }[hatch] as [
    number,
    number,
  ];
  // Twice beyond the tile, so that its corners are drawn too.
  brush.moveTo(-size, from + (from - to));
  brush.lineTo(2 * size, to + (to - from));
  brush.stroke();
  return context.createPattern(tile, 'repeat');
};

const paintShade = (plot: uPlot, { from, to, color, alpha, hatch }: PlotShade): void => {
  const { ctx, bbox } = plot;
  const axis = { ...spanOf(plot), width: bbox.width };
  const xOf = (instant: number): number => bbox.left + xOnAxis(axis, instant);
  const left = Math.max(xOf(from), bbox.left);
  const width = Math.min(Math.max(xOf(to) - xOf(from), deviceRatio()), bbox.left + bbox.width - left);
  if (width <= 0) return;
  const overflow = PANE_OVERFLOW * deviceRatio();
  const box = [left, bbox.top + overflow, width, bbox.height - 2 * overflow] as const;
  ctx.fillStyle = color;
  ctx.globalAlpha = alpha;
  ctx.fillRect(...box);
  if (hatch === null) return;
  ctx.globalAlpha = alpha * 2;
  ctx.fillStyle = hatchPattern(ctx, hatch, color) ?? color;
  ctx.fillRect(...box);
};

export interface CurvePlotOptions {
  readonly pane: PlotPane;
  readonly data: uPlot.AlignedData;
  readonly span: TimeSpan;
  readonly width: number;
  /** Read at each drawing: an instance outlives its curves where only their points change. */
  readonly curvesNow: () => readonly PlottedCurve[];
  readonly shadesNow: (span: TimeSpan) => readonly PlotShade[];
}

/** The curves of a pane over a span of time, drawn by uPlot; axes and text stand beside it as SVG. */
export const createCurvePlot = (host: HTMLElement, options: CurvePlotOptions): uPlot => {
  const { pane, data, span, width, curvesNow, shadesNow } = options;
  const background = (plot: uPlot): void => {
    for (const shade of shadesNow(spanOf(plot))) paintShade(plot, shade);
    for (const curve of curvesNow()) fillBand(plot, curve);
    plot.ctx.globalAlpha = 1;
  };
  /** Dashes distinguish curves, so dashed ones are stroked however dense they are. */
  const isFilled = (plot: uPlot, curve: PlottedCurve): boolean =>
    curve.dash.length === 0 && isDense(plot, curve);
  const denseLines = (plot: uPlot): void => {
    for (const curve of curvesNow()) {
      if (!isFilled(plot, curve)) continue;
      plot.ctx.fillStyle = curve.color;
      plot.ctx.globalAlpha = curve.alpha;
      fillColumns(
        plot,
        curve,
        [curve.mean, curve.mean],
        Math.max(1, Math.round(curve.width * deviceRatio())),
      );
    }
    plot.ctx.globalAlpha = 1;
  };
  /** `null` keeps uPlot from drawing an empty path. */
  const lonePoints = (plot: uPlot, index: number): number[] | null => {
    const curve = curvesNow()[index];
    const instants = curve === undefined ? [] : loneInstants(curve);
    return instants.length === 0 ? null : instants.map((at) => bisectLeft(plot.data[0], at));
  };
  const [linear, stepped] = [uPlot.paths.linear?.(), uPlot.paths.stepped?.({ align: 1 })];
  const rangeOf = (index: number): uPlot.Range.MinMax => {
    const [min, max] = curvesNow()[index]?.range ?? [0, 1];
    const over = ((max - min) / Math.max(pane.height, 1)) * PANE_OVERFLOW;
    return [min - over, max + over];
  };
  const scales = pane.curves.map((_, index) => [`y${index}`, { auto: false, range: () => rangeOf(index) }]);
  return new uPlot(
    {
      width,
      height: pane.height + 2 * PANE_OVERFLOW,
      padding: [0, 0, 0, 0],
      cursor: { show: false },
      legend: { show: false },
      axes: [{ show: false }, { show: false, scale: 'y0' }],
      scales: {
        x: { time: false, auto: false, min: span.from, max: span.to, range: (_, min, max) => [min, max] },
        ...Object.fromEntries(scales),
      },
      series: [
        {},
        ...pane.curves.map(({ color, alpha, width: thickness, dash, stepLength }, index) => ({
          scale: `y${index}`,
          stroke: color,
          alpha,
          width: thickness,
          dash: dash.map((length) => length * deviceRatio()),
          paths: (plot: uPlot, series: number, from: number, to: number) => {
            const curve = curvesNow()[index];
            if (curve === undefined || isFilled(plot, curve)) return null;
            return (stepLength === null ? linear : stepped)?.(plot, series, from, to) ?? null;
          },
          points: {
            show: (plot: uPlot) => lonePoints(plot, index) !== null,
            size: POINT_SIZE,
            width: 0,
            fill: color,
            filter: (plot: uPlot) => lonePoints(plot, index),
          },
        })),
      ],
      hooks: { drawClear: [background], draw: [denseLines] },
    },
    data,
    host,
  );
};
