import type { Viewport } from '../plot/viewport.ts';
import { type Curve, isGapBefore, visible } from './curve.ts';

/** Where a curve goes, px: on a canvas, or in a path of SVG. */
export interface Pen {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
}

export interface Scales {
  readonly view: Viewport;
  readonly xOf: (instant: number) => number;
  readonly yOf: (value: number) => number;
}

/** Points in view, and one on either side: the line goes to the edge. */
export const indexesIn = (curve: Curve, view: Viewport): readonly [number, number] => {
  const [first, end] = visible(curve, view);
  return [Math.max(0, first - 1), Math.min(curve.at.length, end + 1)];
};

/** Whether two curves have the same points there, as the same meter asked about another stretch has. */
export const isSameIn = (one: Curve, other: Curve, view: Viewport): boolean => {
  if (one === other) return true;
  if (one.source !== other.source || one.length !== other.length || one.step !== other.step) return false;
  const [first, end] = indexesIn(one, view);
  const [otherFirst, otherEnd] = indexesIn(other, view);
  if (end - first !== otherEnd - otherFirst) return false;
  return (['at', 'mean', 'low', 'high'] as const).every((column) => {
    const [values, others] = [one[column], other[column]];
    if (values === null || others === null) return values === others;
    for (let index = first; index < end; index++)
      if (values[index] !== others[otherFirst + index - first]) return false;
    return true;
  });
};

/** Places on a screen, of half a pixel where there are few points and of a whole one where many share it. */
const columnsOf = (
  { at }: Pick<Curve, 'at'>,
  [first, end]: readonly [number, number],
  xOf: Scales['xOf'],
) => {
  const wide = xOf(at[end - 1] ?? 0) - xOf(at[first] ?? 0);
  const fine = end - first > wide ? 1 : 2;
  return (index: number): number => Math.round(xOf(at[index] as number) * fine) / fine;
};

/**
 * Draws the line of means. Where many points share a column of pixels only its first, lowest, highest and last are drawn:
 * ten thousand points cost no more than the screen is wide, and no spike is lost.
 */
export const strokeLine = (pen: Pen, curve: Curve, { view, xOf, yOf }: Scales): void => {
  const { mean } = curve;
  const [first, end] = indexesIn(curve, view);
  const columnOf = columnsOf(curve, [first, end], xOf);
  let column = Number.NaN;
  let [low, high, last] = [0, 0, 0];
  const finish = () => {
    if (Number.isNaN(column)) return;
    if (low !== high) {
      pen.lineTo(column, yOf(low));
      pen.lineTo(column, yOf(high));
    }
    pen.lineTo(column, yOf(last));
  };
  for (let index = first; index < end; index++) {
    const value = mean[index] as number;
    const x = columnOf(index);
    const isLifted = index === first || isGapBefore(curve, index);
    if (!isLifted && x === column) {
      low = Math.min(low, value);
      high = Math.max(high, value);
      last = value;
      continue;
    }
    finish();
    if (isLifted) pen.moveTo(x, yOf(value));
    [column, low, high, last] = [x, value, value, value];
  }
  finish();
};

/** Draws what is counted as steps, each as long as what it was counted in. */
export const strokeSteps = (pen: Pen, curve: Curve, { view, xOf, yOf }: Scales): void => {
  const { at, mean, length } = curve;
  const [first, end] = indexesIn(curve, view);
  for (let index = first; index < end; index++) {
    const start = at[index] as number;
    const next = at[index + 1];
    const isJoined = next !== undefined && !isGapBefore(curve, index + 1);
    const stop = isJoined ? next : start + length;
    const y = yOf(mean[index] as number);
    if (index === first || isGapBefore(curve, index)) pen.moveTo(xOf(start), y);
    else pen.lineTo(xOf(start), y);
    pen.lineTo(xOf(stop), y);
  }
};

/** Tells the pieces of a curve between its gaps: [first, end) of its points in view. */
export const piecesIn = (curve: Curve, view: Viewport): (readonly [number, number])[] => {
  const [first, end] = indexesIn(curve, view);
  const pieces: (readonly [number, number])[] = [];
  let start = first;
  for (let index = first + 1; index <= end; index++) {
    if (index < end && !isGapBefore(curve, index)) continue;
    if (index > start) pieces.push([start, index]);
    start = index;
  }
  return pieces;
};

/** Draws the outline between the lowest and the highest of each column of pixels, a piece at a time. */
export const strokeBand = (pen: Pen, curve: Curve, { view, xOf, yOf }: Scales): void => {
  const { low, high } = curve;
  if (low === null || high === null) return;
  const columnOf = columnsOf(curve, indexesIn(curve, view), xOf);
  for (const [first, end] of piecesIn(curve, view)) {
    const columns: { readonly x: number; low: number; high: number }[] = [];
    for (let index = first; index < end; index++) {
      const x = columnOf(index);
      const [lowest, highest] = [low[index] as number, high[index] as number];
      const last = columns.at(-1);
      if (last?.x === x) {
        last.low = Math.min(last.low, lowest);
        last.high = Math.max(last.high, highest);
      } else columns.push({ x, low: lowest, high: highest });
    }
    for (const [index, { x, high: top }] of columns.entries())
      if (index === 0) pen.moveTo(x, yOf(top));
      else pen.lineTo(x, yOf(top));
    for (const { x, low: bottom } of columns.toReversed()) pen.lineTo(x, yOf(bottom));
  }
};

/** Points between two gaps: no line leads to them, so each is drawn as a dot. */
export const lonePoints = (curve: Curve, view: Viewport): number[] => {
  if (curve.source === 'sums') return [];
  const { length } = curve.at;
  const [first, end] = indexesIn(curve, view);
  const isLone = (index: number): boolean =>
    (index === 0 || isGapBefore(curve, index)) && (index + 1 === length || isGapBefore(curve, index + 1));
  return Array.from({ length: Math.max(0, end - first) }, (_, index) => first + index).filter(isLone);
};
