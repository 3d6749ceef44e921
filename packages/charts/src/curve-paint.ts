import { area } from 'd3-shape';
import type uPlot from 'uplot';
import { firstFrom, isGapBefore, type TimeSpan, xOnAxis } from './time-axis.ts';

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

/** A hatch is a line in a direction; shades that may overlap have different directions. */
export type Hatch = 'rising' | 'falling' | 'level';

export interface PlotShade extends TimeSpan {
  readonly color: string;
  readonly alpha: number;
  readonly hatch: Hatch | null;
}

/** An event: a dashed line at its start, at the left edge while it continues, below its sign unless that is empty. */
export interface PlotMark extends TimeSpan {
  readonly color: string;
  readonly sign: string;
}

export interface PlotLook {
  readonly font: string;
  readonly text: string;
  readonly grid: string;
  readonly tick: string;
  readonly surface: string;
}

/** A line exceeds its pane at the highest and the lowest value by half its width, px. */
export const OVERFLOW = 2;
export const FONT_PX = 11;
const HATCH = 7;
/** Closer points have no visible slope between them, px of the page. */
const DENSE_PX = 1.5;

/** Pixels of the device in one of the page. */
export const deviceRatio = (): number => window.devicePixelRatio || 1;

const spanOf = ({ scales: { x: { min = 0, max = 1 } = {} } }: uPlot): TimeSpan => ({ from: min, to: max });

/** Maps values to px of the device; uPlot looks up its scale for each value instead. */
const scalesOf = (plot: uPlot, { range: [lowest, highest] }: PlottedCurve) => {
  const { left, top, width, height } = plot.bbox;
  const over = OVERFLOW * deviceRatio();
  const axis = { ...spanOf(plot), width };
  return {
    xOf: (instant: number): number => left + xOnAxis(axis, instant),
    yOf: (value: number): number =>
      top + over + ((highest - value) / (highest - lowest)) * (height - 2 * over),
  };
};

/** Points in view and one on either side. */
const indicesIn = (at: Float64Array, { from, to }: TimeSpan): readonly [number, number] => [
  Math.max(0, firstFrom(at, from) - 1),
  Math.min(at.length, firstFrom(at, to) + 1),
];

const isDense = (plot: uPlot, curve: PlottedCurve): boolean => {
  const { xOf } = scalesOf(plot, curve);
  return curve.stepLength === null && xOf(curve.step) - xOf(0) <= DENSE_PX * deviceRatio();
};

/**
 * Fills columns of whole pixels of the page: without a graphics processor a path of thousands of steep edges takes ten times as
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
  const size = Math.max(1, Math.floor(deviceRatio()));
  const columnOf = (index: number): number => Math.round(xOf(at[index] as number) / size) * size;
  const [first, end] = indicesIn(curve.at, spanOf(plot));
  for (let index = first; index < end; ) {
    const x = columnOf(index);
    let [low, high] = [lows[index] as number, highs[index] as number];
    if (width > 0 && !isGapBefore(curve, index)) {
      low = Math.min(low, highs[index - 1] as number);
      high = Math.max(high, lows[index - 1] as number);
    }
    let next = x + size;
    for (index += 1; index < end; index += 1) {
      next = columnOf(index);
      if (next !== x) break;
      low = Math.min(low, lows[index] as number);
      high = Math.max(high, highs[index] as number);
    }
    if (isGapBefore(curve, index)) next = x + size;
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

const patterns = new Map<string, CanvasPattern | null>();
const hatchPattern = (
  context: CanvasRenderingContext2D,
  hatch: Hatch,
  color: string,
): CanvasPattern | null => {
  const size = Math.round(HATCH * deviceRatio());
  const key = `${hatch} ${color} ${size}`;
  const cached = patterns.get(key);
  if (cached !== undefined) return cached;
  const tile = document.createElement('canvas');
  [tile.width, tile.height] = [size, size];
  const brush = tile.getContext('2d');
  if (brush === null) return null;
  brush.strokeStyle = color;
  brush.lineWidth = deviceRatio();
  const [from, to] = { rising: [size, 0], falling: [0, size], level: [size / 2, size / 2] }[hatch] as [
    number,
    number,
  ];
  // Drawn beyond the tile on both sides, so that its corners are covered.
  brush.moveTo(-size, from + (from - to));
  brush.lineTo(2 * size, to + (to - from));
  brush.stroke();
  const pattern = context.createPattern(tile, 'repeat');
  patterns.set(key, pattern);
  return pattern;
};

/** The part of an interval inside the plot, px of the device from its left edge; `null` outside. */
const boxOf = (plot: uPlot, { from, to }: TimeSpan): readonly [number, number] | null => {
  const { left, width } = plot.bbox;
  const axis = { ...spanOf(plot), width };
  const start = Math.max(xOnAxis(axis, from), 0);
  const end = Math.min(Math.max(xOnAxis(axis, to), start + deviceRatio()), width);
  return start >= width || xOnAxis(axis, to) < 0 ? null : [left + start, end - start];
};

const paintShade = (plot: uPlot, shade: PlotShade): void => {
  const { ctx, bbox } = plot;
  const { color, alpha, hatch } = shade;
  const box = boxOf(plot, shade);
  if (box === null) return;
  const [left, width] = box;
  ctx.fillStyle = color;
  ctx.globalAlpha = alpha;
  ctx.fillRect(left, bbox.top, width, bbox.height);
  if (hatch === null) return;
  ctx.globalAlpha = alpha * 2;
  ctx.fillStyle = hatchPattern(ctx, hatch, color) ?? color;
  ctx.fillRect(left, bbox.top, width, bbox.height);
};

const SIGN_HEIGHT = 18;
const SIGN_PADDING = 5;

const paintMark = (plot: uPlot, mark: PlotMark, look: PlotLook): void => {
  const { ctx, bbox } = plot;
  const ratio = deviceRatio();
  const box = boxOf(plot, mark);
  if (box === null) return;
  const left = Math.round(box[0]);
  ctx.save();
  ctx.strokeStyle = mark.color;
  ctx.fillStyle = mark.color;
  ctx.lineWidth = ratio;
  ctx.setLineDash([3 * ratio, 3 * ratio]);
  ctx.beginPath();
  ctx.moveTo(left + ratio / 2, bbox.top);
  ctx.lineTo(left + ratio / 2, bbox.top + bbox.height);
  ctx.stroke();
  if (mark.sign !== '') {
    const padding = SIGN_PADDING * ratio;
    const height = SIGN_HEIGHT * ratio;
    ctx.font = `620 ${FONT_PX * ratio}px ${look.font}`;
    const width = Math.max(ctx.measureText(mark.sign).width + 2 * padding, height);
    ctx.beginPath();
    ctx.roundRect(left, bbox.top, width, height, [0, 6 * ratio, 6 * ratio, 0]);
    ctx.fill();
    ctx.fillStyle = look.surface;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    ctx.fillText(mark.sign, left + width / 2, bbox.top + height / 2 + ratio / 2);
  }
  ctx.restore();
};

/** Dashes distinguish curves, so dashed ones are stroked however dense they are. */
export const isFilled = (plot: uPlot, curve: PlottedCurve): boolean =>
  curve.dash.length === 0 && isDense(plot, curve);

/** Points just outside the view belong to its lines, not to its axes. */
const paintInside = (plot: uPlot, paint: () => void): void => {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  paint();
  ctx.restore();
};

export const paintBehind = (
  plot: uPlot,
  curves: readonly PlottedCurve[],
  shades: readonly PlotShade[],
): void =>
  paintInside(plot, () => {
    for (const shade of shades) paintShade(plot, shade);
    for (const curve of curves) fillBand(plot, curve);
  });

export const paintAbove = (
  plot: uPlot,
  curves: readonly PlottedCurve[],
  marks: readonly PlotMark[],
  look: PlotLook,
): void => {
  paintInside(plot, () => {
    for (const curve of curves) {
      if (!isFilled(plot, curve)) continue;
      plot.ctx.fillStyle = curve.color;
      plot.ctx.globalAlpha = curve.alpha;
      const thickness = Math.max(1, Math.floor(curve.width * deviceRatio()));
      fillColumns(plot, curve, [curve.mean, curve.mean], thickness);
    }
  });
  for (const mark of marks) paintMark(plot, mark, look);
};
