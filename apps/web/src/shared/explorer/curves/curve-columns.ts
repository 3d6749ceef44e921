import { type Curve, isGapBefore } from './curve.ts';
import { indexesIn, type Scales } from './curve-strokes.ts';

/** Fills a rectangle, px. */
type Fill = (x: number, y: number, width: number, height: number) => void;

/** Points no further apart than this, px, stand side by side: what lies between two of them is no slope to be seen. */
const DENSE_PX = 1.5;

/** Whether points of a curve stand so close that it is as well filled by columns as stroked. */
export const isDense = ({ source, step }: Curve, { xOf }: Pick<Scales, 'xOf'>): boolean =>
  source !== 'sums' && xOf(step) - xOf(0) <= DENSE_PX;

/** What of a curve lies in one column of pixels. */
interface Column {
  readonly x: number;
  readonly isAfterGap: boolean;
  low: number;
  high: number;
  last: number;
}

const columnsIn = (
  { at, mean }: Curve,
  [lows, highs]: readonly [Float64Array, Float64Array],
  { scales: { xOf }, indexes: [first, end], snap, isLifted }: ColumnRun,
): readonly Column[] => {
  const columns: Column[] = [];
  for (let index = first; index < end; index++) {
    const x = snap(xOf(at[index] as number));
    const [low, high, last] = [lows[index] as number, highs[index] as number, mean[index] as number];
    const before = columns.at(-1);
    const isAfterGap = isLifted(index);
    if (before?.x === x && !isAfterGap) {
      before.low = Math.min(before.low, low);
      before.high = Math.max(before.high, high);
      before.last = last;
    } else columns.push({ x, isAfterGap, low, high, last });
  }
  return columns;
};

interface ColumnRun {
  readonly scales: Scales;
  readonly indexes: readonly [number, number];
  readonly snap: (px: number) => number;
  readonly isLifted: (index: number) => boolean;
}

const columnRunOf = (curve: Curve, scales: Scales, ratio: number): ColumnRun => {
  const indexes = indexesIn(curve, scales.view);
  return {
    scales,
    indexes,
    snap: (px) => Math.round(px * ratio) / ratio,
    isLifted: (index) => index === indexes[0] || isGapBefore(curve, index),
  };
};

/** To the next column, or where nothing follows one pixel of the device. */
const widthOf = (columns: readonly Column[], index: number, ratio: number): number => {
  const [column, next] = [columns[index], columns[index + 1]];
  return next === undefined || next.isAfterGap || column === undefined ? 1 / ratio : next.x - column.x;
};

/**
 * Fills the band of a dense curve. By software a path of thousands of steep edges takes ten times as long as rectangles on
 * whole pixels of the device, and looks the same.
 */
export const fillBand = (fill: Fill, curve: Curve, scales: Scales, ratio: number): void => {
  const { low, high } = curve;
  if (low === null || high === null) return;
  const at = columnRunOf(curve, scales, ratio);
  const columns = columnsIn(curve, [low, high], at);
  for (const [index, column] of columns.entries()) {
    const top = at.snap(scales.yOf(column.high));
    fill(column.x, top, widthOf(columns, index, ratio), at.snap(scales.yOf(column.low)) - top);
  }
};

/** Fills the line of means of a dense curve: each column from the last value before it to its lowest and highest. */
export const fillLine = (
  fill: Fill,
  curve: Curve,
  scales: Scales,
  look: { ratio: number; width: number },
): void => {
  const { ratio } = look;
  const at = columnRunOf(curve, scales, ratio);
  const width = Math.max(at.snap(look.width), 1 / ratio);
  const columns = columnsIn(curve, [curve.mean, curve.mean], at);
  for (const [index, { x, low, high, isAfterGap }] of columns.entries()) {
    const before = isAfterGap ? low : (columns[index - 1]?.last ?? low);
    const top = at.snap(scales.yOf(Math.max(high, before)) - width / 2);
    const bottom = at.snap(scales.yOf(Math.min(low, before)) - width / 2) + width;
    fill(x, top, Math.max(width, widthOf(columns, index, ratio)), bottom - top);
  }
};
