import { type Curve, isGapBefore, visible } from './curve.ts';
import type { Viewport } from './viewport.ts';

/** Where a curve goes, px: on a canvas, or in a path of SVG. */
export interface Pen {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
}

interface Place {
  readonly view: Viewport;
  readonly xOf: (instant: number) => number;
  readonly yOf: (value: number) => number;
}

/** Points in view, and one on either side: the line goes to the edge. */
const placesIn = (curve: Curve, view: Viewport): readonly [number, number] => {
  const [first, end] = visible(curve, view);
  return [Math.max(0, first - 1), Math.min(curve.at.length, end + 1)];
};

/**
 * Draws the line of means. Where many points share a column of pixels only its first, lowest, highest and last are drawn:
 * ten thousand points cost no more than the screen is wide, and no spike is lost.
 */
export const strokeLine = (pen: Pen, curve: Curve, { view, xOf, yOf }: Place): void => {
  const { at, mean } = curve;
  const [first, end] = placesIn(curve, view);
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
    const x = Math.round(xOf(at[index] as number) * 2) / 2;
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
export const strokeSteps = (pen: Pen, curve: Curve, { view, xOf, yOf }: Place): void => {
  const { at, mean, length } = curve;
  const [first, end] = placesIn(curve, view);
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
  const [first, end] = placesIn(curve, view);
  const pieces: (readonly [number, number])[] = [];
  let start = first;
  for (let index = first + 1; index <= end; index++) {
    if (index < end && !isGapBefore(curve, index)) continue;
    if (index > start) pieces.push([start, index]);
    start = index;
  }
  return pieces;
};

/** Draws the outline between the lowest and the highest of each stretch, a piece at a time. */
export const strokeBand = (pen: Pen, curve: Curve, { view, xOf, yOf }: Place): void => {
  const { at, low, high } = curve;
  if (low === null || high === null) return;
  for (const [first, end] of piecesIn(curve, view)) {
    pen.moveTo(xOf(at[first] as number), yOf(high[first] as number));
    for (let index = first + 1; index < end; index++)
      pen.lineTo(xOf(at[index] as number), yOf(high[index] as number));
    for (let index = end - 1; index >= first; index--)
      pen.lineTo(xOf(at[index] as number), yOf(low[index] as number));
  }
};

/** Points between two gaps: no line leads to them, so each is drawn as a dot. */
export const lonePoints = (curve: Curve, view: Viewport): number[] =>
  curve.source === 'sums'
    ? []
    : piecesIn(curve, view).flatMap(([first, end]) => (end - first === 1 ? [first] : []));
