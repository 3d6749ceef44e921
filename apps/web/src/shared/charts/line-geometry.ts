import type { LabelRank } from './bars/bars.ts';
import type { Scale } from './scale.ts';

/** A measured point of a curve, in the units of its axes. */
export interface LinePoint {
  readonly x: number;
  readonly y: number;
}

/** A label below the horizontal axis. */
export interface LineTick {
  readonly x: number;
  readonly label: string;
  readonly rank: LabelRank;
}

/** Where a curve lies inside its chart, px. */
export interface LineGeometry {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly plotWidth: number;
  readonly plotHeight: number;
  readonly xOf: (x: number) => number;
  readonly yOf: (y: number) => number;
}

interface Space {
  readonly width: number;
  readonly height: number;
  /** Width of the widest number beside the axis, px. */
  readonly scaleWidth: number;
  /** Of what stands at the axes, px. */
  readonly fontSize: number;
  /** First and last value of the horizontal axis. */
  readonly from: number;
  readonly to: number;
  readonly scale: Pick<Scale, 'min' | 'max'>;
}

const SCALE_GAP = 10;
/** Above and below a label under the axis. */
const AROUND_LABEL = 13;
const TOP = 8;
/** So that neither the last point nor its label touches the edge. */
const RIGHT = 6;

export const lineGeometry = ({
  width,
  height,
  scaleWidth,
  fontSize,
  from,
  to,
  scale,
}: Space): LineGeometry => {
  const left = Math.ceil(scaleWidth) + SCALE_GAP;
  const plotWidth = Math.max(width - left - RIGHT, 0);
  const plotHeight = Math.max(height - TOP - fontSize - AROUND_LABEL, 0);
  const across = to > from ? plotWidth / (to - from) : 0;
  const upwards = plotHeight / (scale.max - scale.min);
  return {
    left,
    right: RIGHT,
    top: TOP,
    plotWidth,
    plotHeight,
    xOf: (x) => left + (x - from) * across,
    yOf: (y) => TOP + (scale.max - y) * upwards,
  };
};

const tenth = (value: number): string => String(Math.round(value * 10) / 10);

/** The curve as an SVG path; it is lifted over what `isGap` says was not measured. */
export const linePath = (
  points: readonly LinePoint[],
  { xOf, yOf }: Pick<LineGeometry, 'xOf' | 'yOf'>,
  isGap: (before: LinePoint, after: LinePoint) => boolean,
): string =>
  points
    .map((point, index) => {
      const before = points[index - 1];
      const isLifted = before === undefined || isGap(before, point);
      return `${isLifted ? 'M' : 'L'}${tenth(xOf(point.x))} ${tenth(yOf(point.y))}`;
    })
    .join('');

/** Index of the point nearest to a horizontal position in px; null where there is none. */
export const nearestPoint = (
  px: number,
  points: readonly LinePoint[],
  { xOf }: Pick<LineGeometry, 'xOf'>,
): number | null => {
  let nearest: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, { x }] of points.entries()) {
    const distance = Math.abs(xOf(x) - px);
    if (distance >= least) continue;
    least = distance;
    nearest = index;
  }
  return nearest;
};

/** A tick with the place of its text: inside the chart at both ends. */
interface PlacedTick extends LineTick {
  readonly at: number;
  readonly anchor: 'start' | 'middle' | 'end';
  /** Left and right end of the text, px. */
  readonly from: number;
  readonly to: number;
}

/** Clear space between two labels, px. */
const LABEL_GAP = 8;

const placedTick = (tick: LineTick, geometry: LineGeometry, width: number): PlacedTick => {
  const end = geometry.left + geometry.plotWidth + geometry.right;
  const at = geometry.xOf(tick.x);
  if (at + width / 2 > end) return { ...tick, at: end, anchor: 'end', from: end - width, to: end };
  if (at - width / 2 < 0) return { ...tick, at: 0, anchor: 'start', from: 0, to: width };
  return { ...tick, at, anchor: 'middle', from: at - width / 2, to: at + width / 2 };
};

/** The ticks whose labels fit without touching: important ones first. @param measure width of a text, px */
export const placedTicks = (
  ticks: readonly LineTick[],
  geometry: LineGeometry,
  measure: (text: string) => number,
): readonly PlacedTick[] => {
  const placed: PlacedTick[] = [];
  for (const rank of [1, 2, 3] as const) {
    for (const tick of ticks) {
      if (tick.rank !== rank) continue;
      const one = placedTick(tick, geometry, measure(tick.label));
      const touches = placed.some(({ from, to }) => one.from < to + LABEL_GAP && one.to > from - LABEL_GAP);
      if (!touches) placed.push(one);
    }
  }
  return placed.sort((a, b) => a.x - b.x);
};
