import { formatNumber } from '@nascente/domain/base/units/format';
import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react';
import classes from './chart.module.css';
import { useChartFont } from './chart-font.ts';
import { ChartTooltip, type TooltipContent } from './chart-tooltip.tsx';
import { graphSlider } from './graph-slider.ts';
import {
  type LineGeometry,
  type LinePoint,
  type LineTick,
  lineGeometry,
  linePath,
  nearestPoint,
  placedTicks,
} from './line-geometry.ts';
import drawing from './line-graph.module.css';
import { type Scale, scaleFor } from './scale.ts';
import { stepThrough } from './step-through.ts';
import { textWidth } from './text-width.ts';
import { useSize } from './use-size.ts';

/** A level that the curve is held against, such as a limit. */
export interface LineRule {
  readonly value: number;
  readonly label: string;
}

/** A curve drawn behind the one that is read. */
export interface LineCurve {
  readonly points: readonly LinePoint[];
  /** Name of a CSS variable. */
  readonly color: `--${string}`;
}

interface LineGraphProps {
  /** Accessible name: what is measured, over what, in which unit. */
  readonly label: string;
  /** Ascending in x. */
  readonly points: readonly LinePoint[];
  /** Name of a CSS variable. */
  readonly color: `--${string}`;
  /** Over the same axes: what `describe` says of a point says theirs too. */
  readonly beside?: readonly LineCurve[];
  /** The scale of the vertical axis; by default it begins at zero. */
  readonly scale?: Scale;
  readonly ticks: readonly LineTick[];
  readonly rules?: readonly LineRule[];
  /** Indices of the points worth a mark. */
  readonly marks?: readonly number[];
  /** Whether what lies between two points was not measured: the line is lifted over it. */
  readonly isGap?: (before: LinePoint, after: LinePoint) => boolean;
  /** The least height, px; more where the frame has more to give. */
  readonly height: number;
  /** Of what stands at the axes, px; more where it is read from afar. */
  readonly fontSize?: number;
  readonly describe: (index: number) => TooltipContent;
}

const USUAL_FONT_SIZE = 11;
const MARK_RADIUS = 4;
const BELOW_LABELS = 7;
const NEVER = (): boolean => false;
const NOTHING: readonly never[] = [];

const scaleText = (value: number, { decimals }: Scale): string =>
  value === 0 ? '0' : formatNumber(value, decimals);

const useLineDrawing = (props: LineGraphProps, width: number, height: number) => {
  const { points, beside = NOTHING, scale: fixedScale, ticks, rules = NOTHING, isGap = NEVER } = props;
  const { fontSize = USUAL_FONT_SIZE } = props;
  const font = useChartFont();
  return useMemo(() => {
    const scale =
      fixedScale ?? scaleFor(Math.max(0, ...points.map(({ y }) => y), ...rules.map(({ value }) => value)));
    const measure = (text: string): number => textWidth(text, fontSize, font.family);
    const lines = [scale.min, scale.min + scale.interval, scale.max];
    const geometry = lineGeometry({
      width,
      height,
      scaleWidth: Math.max(...lines.map((value) => measure(scaleText(value, scale)))),
      fontSize,
      from: points[0]?.x ?? 0,
      to: points.at(-1)?.x ?? 1,
      scale,
    });
    return {
      geometry,
      scale,
      lines,
      path: linePath(points, geometry, isGap),
      paths: beside.map((curve) => ({
        color: curve.color,
        path: linePath(curve.points, geometry, isGap),
      })),
      labels: placedTicks(ticks, geometry, measure),
    };
  }, [points, beside, fixedScale, ticks, rules, isGap, width, height, fontSize, font.family]);
};

/** The point that is looked at, by hover, by tap or by arrow keys. */
const useActivePoint = (points: readonly LinePoint[], geometry: LineGeometry) => {
  const [chosen, setChosen] = useState<number | null>(null);
  const active = chosen !== null && chosen < points.length ? chosen : null;
  const follow = (event: PointerEvent<HTMLElement>): void => {
    const { left } = event.currentTarget.getBoundingClientRect();
    setChosen(nearestPoint(event.clientX - left, points, geometry));
  };
  return {
    active,
    handlers: {
      onPointerMove: follow,
      onPointerDown: follow,
      onPointerLeave: (event: PointerEvent<HTMLElement>) => {
        if (event.pointerType === 'mouse') setChosen(null);
      },
      onBlur: () => setChosen(null),
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        const next = stepThrough(event.key, active, points.length);
        if (next === undefined) return;
        event.preventDefault();
        setChosen(next);
      },
    },
  };
};

type Drawing = ReturnType<typeof useLineDrawing>;

const Axes = ({ geometry, scale, lines, labels, height }: Drawing & { readonly height: number }) => (
  <>
    {lines.map((value) => (
      <g key={value} className={drawing.grid}>
        <line
          x1={geometry.left}
          x2={geometry.left + geometry.plotWidth}
          y1={geometry.yOf(value)}
          y2={geometry.yOf(value)}
        />
        <text x={geometry.left - 10} y={geometry.yOf(value)} dy="0.35em" textAnchor="end">
          {scaleText(value, scale)}
        </text>
      </g>
    ))}
    {labels.map(({ x, at, anchor, label }) => (
      <text key={x} x={at} y={height - BELOW_LABELS} textAnchor={anchor}>
        {label}
      </text>
    ))}
  </>
);

const Rules = ({
  geometry,
  rules,
}: {
  readonly geometry: LineGeometry;
  readonly rules: readonly LineRule[];
}) =>
  rules.map(({ value, label }) => (
    <g key={label} className={drawing.rule}>
      <line
        x1={geometry.left}
        x2={geometry.left + geometry.plotWidth}
        y1={geometry.yOf(value)}
        y2={geometry.yOf(value)}
      />
      <text
        x={geometry.left + geometry.plotWidth}
        y={geometry.yOf(value)}
        dy={geometry.yOf(value) < 24 ? '1.3em' : '-0.5em'}
        textAnchor="end"
      >
        {label}
      </text>
    </g>
  ));

/** A curve over a continuous axis. Knows sizes, pointer and keyboard; knows nothing of energy, water or money. */
export const LineGraph = (props: LineGraphProps) => {
  const { label, points, color, rules = NOTHING, marks = NOTHING, height: least, describe } = props;
  const { ref, width, height: fixedHeight } = useSize<HTMLDivElement>();
  const height = Math.max(fixedHeight, least);
  const shape = useLineDrawing(props, width, height);
  const { geometry } = shape;
  const { active, handlers } = useActivePoint(points, geometry);
  const activePoint = active === null ? undefined : points[active];
  const content = active === null || activePoint === undefined ? null : describe(active);
  const dots = [...new Set([...marks, ...(active === null ? [] : [active])])];

  return (
    <div
      ref={ref}
      className={classes.graph}
      style={{ minHeight: least }}
      {...graphSlider({ label, count: points.length, active, content })}
      {...handlers}
    >
      {width > 0 && (
        <svg
          className={drawing.drawing}
          width={width}
          height={height}
          style={{ fontSize: props.fontSize ?? USUAL_FONT_SIZE }}
          aria-hidden="true"
        >
          <Axes {...shape} height={height} />
          {shape.paths.map(({ color: other, path }) => (
            <path key={other} className={drawing.curve} d={path} style={{ stroke: `var(${other})` }} />
          ))}
          <path className={drawing.curve} d={shape.path} style={{ stroke: `var(${color})` }} />
          <Rules geometry={geometry} rules={rules} />
          {dots.map((index) => {
            const point = points[index];
            return point === undefined ? null : (
              <circle
                key={index}
                className={drawing.mark}
                cx={geometry.xOf(point.x)}
                cy={geometry.yOf(point.y)}
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
          x={geometry.xOf(activePoint.x)}
          y={geometry.yOf(activePoint.y)}
          width={width}
          reach={MARK_RADIUS + 1}
        />
      )}
    </div>
  );
};
