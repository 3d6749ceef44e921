import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import {
  deviceRatio,
  FONT_PX,
  isFilled,
  OVERFLOW,
  type PlotLook,
  type PlotMark,
  type PlotShade,
  type PlottedCurve,
  paintAbove,
  paintBehind,
} from './curve-paint.ts';
import { type Scale, scaleText } from './scale.ts';
import { firstFrom, isGapBefore, type TimeSpan } from './time-axis.ts';

/** A vertical axis: numbers at the lines of its scale, the unit beside the highest. */
export interface PlotAxis {
  readonly scale: Scale;
  readonly unit: string;
  readonly color: string;
  readonly curves: readonly PlottedCurve[];
}

export interface TimeTick {
  readonly x: number;
  readonly label: string;
}

/** Room of a vertical axis, px. */
export const AXIS_ROOM = 52;
/** Room below the lowest pane for the labels of time, px. */
export const LABEL_BAND = 26;
const POINT_SIZE = 6;

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

/** Columns of points between two gaps, which no line reaches; `null` keeps uPlot from drawing an empty path. */
const lonePoints = (curve: PlottedCurve, [columns]: uPlot.AlignedData): number[] | null => {
  const { at, stepLength } = curve;
  if (stepLength !== null) return null;
  const lone = [...at].filter((_, index) => isGapBefore(curve, index) && isGapBefore(curve, index + 1));
  return lone.length === 0 ? null : lone.map((instant) => firstFrom(columns as ArrayLike<number>, instant));
};

export interface CurvePlotOptions {
  readonly width: number;
  /** Height of the pane, px. */
  readonly height: number;
  /** Room above and below the pane, px; below the lowest pane are the labels of time. */
  readonly margin: number;
  readonly right: number;
  readonly axes: readonly PlotAxis[];
  readonly span: TimeSpan;
  readonly look: PlotLook;
  readonly shades: readonly PlotShade[];
  readonly marks: readonly PlotMark[];
  /** Labels of time in view; `null` above other panes. */
  readonly ticksIn: ((span: TimeSpan) => readonly TimeTick[]) | null;
}

export type CurvePlot = uPlot;

const noListener = () => null;

/** Curves over a span of time with their axes: `setScale` moves it, `setCursor` places the line of the cursor. */
export const createCurvePlot = (host: HTMLElement, options: CurvePlotOptions): CurvePlot => {
  const { width, height, margin, right, axes, span, look, shades, marks, ticksIn } = options;
  const curves = axes.flatMap((axis, index) => axis.curves.map((curve) => ({ curve, axis: `y${index}` })));
  const plotted = curves.map(({ curve }) => curve);
  const data = uPlot.join(plotted.map(columnsOf));
  const font = `${FONT_PX}px ${look.font}`;
  const [linear, stepped] = [uPlot.paths.linear?.(), uPlot.paths.stepped?.({ align: 1 })];
  const rangeOf = ({ scale: { min, max } }: PlotAxis): uPlot.Range.MinMax => {
    const over = ((max - min) / Math.max(height, 1)) * OVERFLOW;
    return [min - over, max + over];
  };
  let ticks: readonly TimeTick[] = [];
  const timeAxis: uPlot.Axis =
    ticksIn === null
      ? { show: false }
      : {
          font,
          stroke: look.text,
          size: LABEL_BAND - OVERFLOW,
          gap: 4,
          grid: { show: false },
          ticks: { stroke: look.tick, size: 4, width: 1 },
          splits: (_plot, _axis, from, to) => {
            ticks = ticksIn({ from, to });
            return ticks.map(({ x }) => x);
          },
          values: () => ticks.map(({ label }) => label),
        };
  const valueAxes = axes.map(({ scale, unit, color }, index): uPlot.Axis => {
    const text = (value: number) => scaleText(value, scale) + (value === scale.max && unit ? ` ${unit}` : '');
    return {
      scale: `y${index}`,
      side: index === 0 ? 3 : 1,
      size: AXIS_ROOM,
      font,
      stroke: color,
      gap: 8,
      grid: { show: index === 0, stroke: look.grid, width: 1 },
      ticks: { show: false },
      splits: [...scale.lines],
      values: (_plot, lines) => lines.map(text),
    };
  });
  return new uPlot(
    {
      width,
      height: margin + height + (ticksIn === null ? margin : LABEL_BAND),
      padding: [margin - OVERFLOW, axes.length > 1 ? 0 : right, ticksIn === null ? margin - OVERFLOW : 0, 0],
      cursor: {
        y: false,
        points: { show: false },
        drag: { x: false, y: false },
        // uPlot's own gestures are disabled, because the whole plot handles them.
        bind: {
          mousedown: noListener,
          mouseup: noListener,
          click: noListener,
          dblclick: noListener,
          mousemove: noListener,
          mouseleave: noListener,
          mouseenter: noListener,
        },
      },
      legend: { show: false },
      axes: [timeAxis, ...valueAxes],
      scales: {
        x: { time: false, auto: false, min: span.from, max: span.to, range: (_, min, max) => [min, max] },
        ...Object.fromEntries(
          axes.map((axis, index) => [`y${index}`, { auto: false, range: () => rangeOf(axis) }]),
        ),
      },
      series: [
        {},
        ...curves.map(({ curve, axis }): uPlot.Series => {
          const lone = lonePoints(curve, data);
          return {
            scale: axis,
            stroke: curve.color,
            alpha: curve.alpha,
            width: curve.width,
            dash: curve.dash.map((length) => length * deviceRatio()),
            paths: (plot, series, from, to) => {
              if (isFilled(plot, curve)) return null;
              return (curve.stepLength === null ? linear : stepped)?.(plot, series, from, to) ?? null;
            },
            points: { show: lone !== null, size: POINT_SIZE, width: 0, fill: curve.color, filter: lone },
          };
        }),
      ],
      hooks: {
        drawClear: [(plot) => paintBehind(plot, plotted, shades)],
        draw: [(plot) => paintAbove(plot, plotted, marks, look)],
      },
    },
    data,
    host,
  );
};
