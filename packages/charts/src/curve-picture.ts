import { range } from 'd3-array';
import { area, curveLinear, curveStepAfter, line } from 'd3-shape';
import type { PlottedCurve } from './curve-paint.ts';
import { isGapBefore } from './time-axis.ts';

interface PictureScales {
  readonly xOf: (instant: number) => number;
  readonly yOf: (value: number) => number;
}

/** A point of a curve, at its instant or at the end of its step; `null` where a line ends. */
type Point = { readonly index: number; readonly x: number } | null;

const pointsOf = (curve: PlottedCurve): Point[] =>
  range(curve.at.length).flatMap((index): Point[] => {
    const x = curve.at[index] as number;
    const point = { index, x };
    if (!isGapBefore(curve, index + 1)) return [point];
    const end = curve.stepLength === null ? [] : [{ index, x: x + curve.stepLength }];
    return [point, ...end, null];
  });

const rounded = (value: number): number => Math.round(value * 10) / 10;

/** A curve as SVG: its band, its line, and dots where a point stands between two gaps. */
export const curveSvg = (curve: PlottedCurve, { xOf, yOf }: PictureScales): string => {
  const { at, mean, low, high, color, alpha, bandAlpha, width, dash, stepLength } = curve;
  const isPoint = (point: Point): boolean => point !== null;
  const x = (point: Point): number => xOf(point?.x ?? 0);
  const points = pointsOf(curve);
  const path = line<Point>()
    .defined(isPoint)
    .curve(stepLength === null ? curveLinear : curveStepAfter)
    .x(x)
    .y((point) => yOf(mean[point?.index ?? 0] as number))
    .digits(1);
  const band = area<Point>()
    .defined(isPoint)
    .x(x)
    .y0((point) => yOf(low?.[point?.index ?? 0] ?? 0))
    .y1((point) => yOf(high?.[point?.index ?? 0] ?? 0))
    .digits(1);
  const lone = range(at.length).filter(
    (index) => stepLength === null && isGapBefore(curve, index) && isGapBefore(curve, index + 1),
  );
  return [
    low === null || high === null
      ? ''
      : `<path d="${band(points) ?? ''}" fill="${color}" fill-opacity="${bandAlpha}"/>`,
    `<path d="${path(points) ?? ''}" fill="none" stroke="${color}" stroke-opacity="${alpha}" stroke-width="${width}" stroke-linejoin="round" stroke-dasharray="${dash.join(' ')}"/>`,
    ...lone.map((index) => {
      const [cx, cy] = [rounded(xOf(at[index] as number)), rounded(yOf(mean[index] as number))];
      return `<circle cx="${cx}" cy="${cy}" r="3" fill="${color}"/>`;
    }),
  ].join('');
};
