import type { PlotPane } from '@nascente/charts/curve-plot';
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
  readonly xOf: (instant: number) => number;
  readonly instantOf: (x: number) => number;
}

const SCALE_ROOM = 52;
/** Room for half a label at the edge. */
const EDGE = 28;
const TOP = 10;
const BETWEEN_PANES = 22;
const LABEL_BAND = 26;

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

/** The widths of the scales: the first axis of a pane stands left, others right. */
export const plotGeometry = (
  axes: readonly Axis[],
  view: Viewport,
  { width, height, isApart }: { readonly width: number; readonly height: number; readonly isApart: boolean },
): PlotGeometry => {
  const across = isApart ? 1 : Math.max(axes.length, 1);
  const left = SCALE_ROOM;
  const right = across > 1 ? SCALE_ROOM * (across - 1) : EDGE;
  const plotWidth = Math.max(width - left - right, 1);
  const groups = isApart ? axes.map((axis) => [axis]) : [axes];
  const rows = Math.max(groups.length, 1);
  const room = Math.max(height - TOP - LABEL_BAND - BETWEEN_PANES * (rows - 1), rows);
  const each = room / rows;
  const across1 = plotWidth / (view.to - view.from);
  return {
    left,
    right,
    width: plotWidth,
    panes: groups.map((group, index) => ({
      axes: group,
      top: TOP + index * (each + BETWEEN_PANES),
      height: each,
    })),
    bottom: TOP + room + BETWEEN_PANES * (rows - 1),
    xOf: (instant) => left + (instant - view.from) * across1,
    instantOf: (x) => view.from + (x - left) / across1,
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

export const plottedPanes = (panes: readonly Pane[], colorOf: ColorOf): readonly PlotPane[] =>
  panes.map(({ top, height, axes }) => ({
    top,
    height,
    curves: axes.flatMap(({ scale: { min, max }, curves }) =>
      curves.map(({ id, color, curve, ...look }) => {
        return {
          ...curve,
          id,
          stepLength: curve.source === 'sums' ? curve.length : null,
          range: [min, max] as const,
          color: colorOf(color),
          ...strokeOf(look),
        };
      }),
    ),
  }));
