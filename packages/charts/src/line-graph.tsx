import { bisector, extent } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { useMemo } from 'react';
import { FONT_SIZE, labelsThatFit, type MeasureText, useMeasureText } from './axis-labels.ts';
import type { LabelRank } from './bars.ts';
import { ChartTooltip, type TooltipContent } from './chart-tooltip.tsx';
import { Graph, useSelection } from './graph.tsx';
import classes from './line-graph.module.css';
import { type Scale, scaleFor, scaleText } from './scale.ts';
import { useSize } from './use-size.ts';

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

/** A level that the curve is compared with, such as a limit. */
export interface LineRule {
  readonly value: number;
  readonly label: string;
}

/** A curve drawn behind the selectable one. */
interface LineCurve {
  readonly points: readonly LinePoint[];
  /** Name of a CSS variable. */
  readonly color: `--${string}`;
}

interface LineGraphProps {
  /** Accessible name: quantity, axis and unit. */
  readonly label: string;
  /** Ascending in x. */
  readonly points: readonly LinePoint[];
  /** Name of a CSS variable. */
  readonly color: `--${string}`;
  /** Over the same axes; `describe` covers them too. */
  readonly beside?: readonly LineCurve[];
  /** The scale of the vertical axis; by default it begins at zero. */
  readonly scale?: Scale;
  readonly ticks: readonly LineTick[];
  readonly rules?: readonly LineRule[];
  /** Indices of marked points. */
  readonly marks?: readonly number[];
  /** Whether nothing was measured between two neighbouring points. */
  readonly isGap?: (before: LinePoint, after: LinePoint) => boolean;
  /** Minimum height, px. */
  readonly height: number;
  /** The graph fills its card, however high that is. */
  readonly isFilling?: boolean;
  /** Size of the text at the axes, px. */
  readonly fontSize?: number;
  readonly describe: (index: number) => TooltipContent;
}

const SCALE_GAP = 10;
/** Above and below a label under the axis, px. */
const AROUND_LABEL = 13;
const BELOW_LABELS = 7;
const TOP = 8;
/** Neither the last point nor its label touches the edge, px. */
const RIGHT = 6;
const MARK_RADIUS = 4;
const NEVER = (): boolean => false;
const EMPTY: readonly never[] = [];
const byX = bisector<LinePoint, number>(({ x }) => x);

/** Points with a `null` where nothing was measured, at which a line ends. */
const withGaps = (
  points: readonly LinePoint[],
  isGap: NonNullable<LineGraphProps['isGap']>,
): readonly (LinePoint | null)[] =>
  points.flatMap((point, index) => {
    const before = points[index - 1];
    return before !== undefined && isGap(before, point) ? [null, point] : [point];
  });

/** The labels that fit, each inside the chart at both ends. */
const placeTicks = (
  ticks: readonly LineTick[],
  xOf: (x: number) => number,
  width: number,
  measure: MeasureText,
) => {
  const placed = ticks.map((tick) => {
    const wide = measure(tick.label);
    const from = Math.min(Math.max(xOf(tick.x) - wide / 2, 0), width - wide);
    return { ...tick, from, to: from + wide };
  });
  const shown = labelsThatFit(placed);
  return placed.filter((_, index) => shown.has(index));
};

const useLineDrawing = (props: LineGraphProps, width: number, height: number) => {
  const { points, beside = EMPTY, scale: fixedScale, ticks, rules = EMPTY, isGap = NEVER } = props;
  const { fontSize = FONT_SIZE } = props;
  const measureText = useMeasureText();
  return useMemo(() => {
    const measure: MeasureText = (text) => measureText(text, fontSize);
    const scale =
      fixedScale ?? scaleFor(Math.max(0, ...points.map(({ y }) => y), ...rules.map(({ value }) => value)));
    const left =
      Math.ceil(Math.max(...scale.lines.map((value) => measure(scaleText(value, scale))))) + SCALE_GAP;
    const right = Math.max(width - RIGHT, left);
    const bottom = Math.max(height - fontSize - AROUND_LABEL, TOP);
    const [from = 0, to = 1] = extent(points, ({ x }) => x);
    const xOf = scaleLinear([from, to], [left, right]);
    const yOf = scaleLinear([scale.min, scale.max], [bottom, TOP]);
    const pathOf = line<LinePoint | null>()
      .defined((point) => point !== null)
      .x((point) => xOf(point?.x ?? 0))
      .y((point) => yOf(point?.y ?? 0))
      .digits(1);
    return {
      scale,
      left,
      right,
      xOf,
      yOf,
      path: pathOf(withGaps(points, isGap)) ?? '',
      paths: beside.map((curve) => ({
        color: curve.color,
        path: pathOf(withGaps(curve.points, isGap)) ?? '',
      })),
      labels: placeTicks(ticks, xOf, right + RIGHT, measure),
    };
  }, [points, beside, fixedScale, ticks, rules, isGap, width, height, fontSize, measureText]);
};

type Drawing = ReturnType<typeof useLineDrawing>;

const Axes = ({ scale, left, right, yOf, labels, height }: Drawing & { readonly height: number }) => (
  <>
    {scale.lines.map((value) => (
      <g key={value} className={classes.grid}>
        <line x1={left} x2={right} y1={yOf(value)} y2={yOf(value)} />
        <text x={left - SCALE_GAP} y={yOf(value)} dy="0.35em" textAnchor="end">
          {scaleText(value, scale)}
        </text>
      </g>
    ))}
    {labels.map(({ x, from, label }) => (
      <text key={x} x={from} y={height - BELOW_LABELS}>
        {label}
      </text>
    ))}
  </>
);

interface RulesProps extends Pick<Drawing, 'left' | 'right' | 'yOf'> {
  readonly rules: readonly LineRule[];
}

const Rules = ({ left, right, yOf, rules }: RulesProps) =>
  rules.map(({ value, label }) => (
    <g key={label} className={classes.rule}>
      <line x1={left} x2={right} y1={yOf(value)} y2={yOf(value)} />
      <text x={right} y={yOf(value)} dy={yOf(value) < 24 ? '1.3em' : '-0.5em'} textAnchor="end">
        {label}
      </text>
    </g>
  ));

/** A curve over a continuous axis. */
export const LineGraph = (props: LineGraphProps) => {
  const { label, points, color, rules = EMPTY, marks = EMPTY, height: minHeight, describe } = props;
  const { ref, width, height: space } = useSize<HTMLDivElement>();
  const height = Math.max(space, minHeight);
  const drawing = useLineDrawing(props, width, height);
  const { xOf, yOf } = drawing;
  const indexAt = (px: number): number | null =>
    points.length === 0 ? null : byX.center(points as LinePoint[], xOf.invert(px));
  const selection = useSelection({ count: points.length, indexAt });
  const { active } = selection;
  const activePoint = active === null ? undefined : points[active];
  const content = active === null || activePoint === undefined ? null : describe(active);
  const dots = [...new Set([...marks, ...(active === null ? [] : [active])])];

  return (
    <Graph {...{ ref, label, selection, content, minHeight }} {...(props.isFilling && { maxHeight: null })}>
      {width > 0 && (
        <svg
          className={classes.drawing}
          width={width}
          height={height}
          style={{ fontSize: props.fontSize ?? FONT_SIZE }}
          aria-hidden="true"
        >
          <Axes {...drawing} height={height} />
          {drawing.paths.map(({ color: other, path }) => (
            <path key={other} className={classes.curve} d={path} style={{ stroke: `var(${other})` }} />
          ))}
          <path className={classes.curve} d={drawing.path} style={{ stroke: `var(${color})` }} />
          <Rules {...drawing} rules={rules} />
          {dots.map((index) => {
            const point = points[index];
            return point === undefined ? null : (
              <circle
                key={index}
                className={classes.mark}
                cx={xOf(point.x)}
                cy={yOf(point.y)}
                r={index === active ? MARK_RADIUS + 1 : MARK_RADIUS}
                style={{ fill: `var(${color})` }}
              />
            );
          })}
        </svg>
      )}
      {content !== null && activePoint !== undefined && (
        <ChartTooltip
          content={content}
          x={xOf(activePoint.x)}
          y={yOf(activePoint.y)}
          width={width}
          reach={MARK_RADIUS + 1}
        />
      )}
    </Graph>
  );
};
