import type { PlotLook, PlottedCurve } from '@nascente/charts/curve-paint';
import { AXIS_ROOM, LABEL_BAND, type PlotAxis } from '@nascente/charts/curve-plot';
import { type Scale, scaleAround, scaleFor } from '@nascente/charts/scale';
import { type Curve, extentIn } from '../curves/curve.ts';
import type { Quantity } from '../quantities.ts';
import type { ColorOf } from './theme-colors.ts';
import type { Viewport } from './viewport.ts';

export interface DrawnCurve {
  /** Unique. */
  readonly id: string;
  readonly label: string;
  readonly quantity: Quantity;
  readonly color: `--${string}`;
  /** Dashes distinguish curves of one colour. */
  readonly dash: readonly number[];
  readonly isCompared: boolean;
  readonly curve: Curve;
}

export interface Axis {
  readonly unit: string;
  readonly scale: Scale;
  readonly curves: readonly DrawnCurve[];
}

export interface Pane {
  readonly axes: readonly Axis[];
  readonly top: number;
  readonly height: number;
}

export interface PlotGeometry {
  readonly left: number;
  readonly right: number;
  readonly width: number;
  readonly panes: readonly Pane[];
  readonly bottom: number;
}

/** Room for half a label at the edge. */
const EDGE = 28;
export const TOP = 10;
const BETWEEN_PANES = 2 * TOP;

const scaleOf = (curves: readonly DrawnCurve[], view: Viewport): Scale => {
  const extents = curves.flatMap(({ curve }) => {
    const extent = extentIn(curve, view);
    return extent === null ? [] : [extent];
  });
  if (extents.length === 0) return scaleFor(0);
  const lowest = Math.min(...extents.map(([low]) => low));
  const highest = Math.max(...extents.map(([, high]) => high));
  const isAround = lowest < 0 || curves.every(({ quantity }) => quantity.isLevel);
  return isAround ? scaleAround(lowest, highest) : scaleFor(highest);
};

export const axesOf = (curves: readonly DrawnCurve[], view: Viewport): readonly Axis[] => {
  const units = [...new Set(curves.map(({ quantity }) => quantity.unit))];
  return units.map((unit) => {
    const own = curves.filter(({ quantity }) => quantity.unit === unit);
    return { unit, curves: own, scale: scaleOf(own, view) };
  });
};

/** The geometry of a plot: the first axis of a pane is at the left, the others are at the right. */
export const plotGeometry = (
  axes: readonly Axis[],
  { width, height, isApart }: { readonly width: number; readonly height: number; readonly isApart: boolean },
): PlotGeometry => {
  const across = isApart ? 1 : Math.max(axes.length, 1);
  const left = AXIS_ROOM;
  const right = across > 1 ? AXIS_ROOM * (across - 1) : EDGE;
  const groups = (isApart ? axes.map((axis) => [axis]) : [axes]).filter(({ length }) => length > 0);
  const rows = Math.max(groups.length, 1);
  const room = Math.max(height - TOP - LABEL_BAND - BETWEEN_PANES * (rows - 1), rows);
  const each = room / rows;
  return {
    left,
    right,
    width: Math.max(width - left - right, 1),
    panes: groups.map((group, index) => ({
      axes: group,
      top: TOP + index * (each + BETWEEN_PANES),
      height: each,
    })),
    bottom: TOP + room + BETWEEN_PANES * (rows - 1),
  };
};

export const yOf = (pane: Pick<Pane, 'top' | 'height'>, { min, max }: Scale, value: number): number =>
  pane.top + ((max - value) / (max - min)) * pane.height;

/** Dashes of a compared curve. */
const COMPARED_DASH = [5, 4] as const;

export const strokeOf = ({ isCompared, dash }: Pick<DrawnCurve, 'isCompared' | 'dash'>) =>
  isCompared
    ? { alpha: 0.55, bandAlpha: 0.1, width: 1.25, dash: COMPARED_DASH }
    : { alpha: 1, bandAlpha: 0.2, width: 1.6, dash };

export const plottedCurves = (
  { scale: { min, max }, curves }: Axis,
  colorOf: ColorOf,
): readonly PlottedCurve[] =>
  curves.map(({ id, color, curve, ...look }) => ({
    ...curve,
    id,
    stepLength: curve.source === 'sums' ? curve.length : null,
    range: [min, max],
    color: colorOf(color),
    ...strokeOf(look),
  }));

/** An axis with one curve has the colour of the curve if the pane has several axes. */
export const plottedAxes = ({ axes }: Pane, colorOf: ColorOf): readonly PlotAxis[] =>
  axes.map((axis) => {
    const only = axes.length > 1 && axis.curves.length === 1 ? axis.curves[0] : undefined;
    const { scale, unit } = axis;
    return { scale, unit, color: colorOf(only?.color ?? '--muted'), curves: plottedCurves(axis, colorOf) };
  });

export const plotLook = (colorOf: ColorOf): PlotLook => ({
  font: colorOf('--font'),
  text: colorOf('--muted'),
  grid: colorOf('--line'),
  tick: colorOf('--line-strong'),
  surface: colorOf('--surface'),
});
