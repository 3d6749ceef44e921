import type { Geometry } from '../geometry.ts';
import type { Scale } from '../scale.ts';
import { type Bar, type BarSeries, outermost } from './bars.ts';

export const CHART_FONT_SIZE = 11;
const BAR_SHARE = 0.68;
const ROUND_END_PX = 3;

export interface BarsToDraw {
  readonly bars: readonly Bar[];
  readonly series: readonly BarSeries[];
  readonly geometry: Geometry;
  readonly scale: Scale;
}

/** One part of a stacked bar. `color` is the name of a CSS variable. */
interface BarPart {
  readonly key: string;
  readonly color: `--${string}`;
  readonly path: string;
}

/** Where a value lies, whole px from the top of the chart: parts of a bar then meet without a seam. */
export const heightOf = (value: number, { top, plotHeight }: Geometry, { min, max }: Scale): number =>
  Math.round(top + (plotHeight * (max - value)) / (max - min));

/** Where the middle of a bar lies, px from the left of the chart. */
export const middleOf = (index: number, { left, step }: Geometry): number => left + (index + 0.5) * step;

/** The values of the lines across the plot, from the lowest upwards: whole steps from zero. */
export const linesOf = ({ min, max, interval }: Scale): number[] => {
  const lowest = Math.round(min / interval);
  const count = Math.round(max / interval) - lowest + 1;
  return Array.from({ length: count }, (_, index) => (lowest + index) * interval);
};

interface Sides {
  readonly left: number;
  readonly width: number;
  /** Where it begins, towards the axis, and where it ends. */
  readonly from: number;
  readonly to: number;
  readonly radius: number;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** From the axis outwards, both corners of the outer end rounded. */
const pathOf = ({ left, width, from, to, radius }: Sides): string => {
  const corner = Math.min(radius, Math.abs(to - from));
  const [x, right, begin, end] = [left, left + width, from, to].map(rounded);
  const bend = rounded(to > from ? to - corner : to + corner);
  if (corner === 0) return `M${x} ${begin}V${end}H${right}V${begin}Z`;
  const [start, stop] = [rounded(left + corner), rounded(left + width - corner)];
  return `M${x} ${begin}V${bend}Q${x} ${end} ${start} ${end}H${stop}Q${right} ${end} ${right} ${bend}V${begin}Z`;
};

const partsOf = (drawing: BarsToDraw, bar: Bar, index: number): BarPart[] => {
  const { series, geometry, scale } = drawing;
  const width = Math.max(geometry.step * BAR_SHARE, 1);
  const left = middleOf(index, geometry) - width / 2;
  let [above, below] = [0, 0];
  return (bar.values ?? []).flatMap((value, at) => {
    const one = series[at];
    if (one === undefined || value === 0) return [];
    const isBelowAxis = one.isBelowAxis ?? false;
    const from = isBelowAxis ? below : above;
    const to = isBelowAxis ? below - value : above + value;
    if (isBelowAxis) below = to;
    else above = to;
    const isEnd = outermost(bar, series, isBelowAxis) === at;
    const path = pathOf({
      left,
      width,
      from: heightOf(from, geometry, scale),
      to: heightOf(to, geometry, scale),
      radius: isEnd ? Math.min(ROUND_END_PX, width / 3) : 0,
    });
    return [{ key: `${bar.key} ${one.key}`, color: bar.isForecast ? '--line-strong' : one.color, path }];
  });
};

/** What is drawn of all bars; nothing where nothing was measured. */
export const barParts = (drawing: BarsToDraw): BarPart[] =>
  drawing.bars.flatMap((bar, index) => partsOf(drawing, bar, index));
