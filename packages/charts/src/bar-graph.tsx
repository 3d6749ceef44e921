import { useMemo } from 'react';
import { labelsThatFit, type MeasureText, useMeasureText } from './axis-labels.ts';
import classes from './bar-graph.module.css';
import { type Bar, type BarSeries, depthBelow, heightAbove } from './bars.ts';
import chart from './chart.module.css';
import { ChartTooltip, type TooltipContent } from './chart-tooltip.tsx';
import { Graph, useSelection } from './graph.tsx';
import { type Scale, scaleFor, scaleText } from './scale.ts';
import { useSize } from './use-size.ts';

const SCALE_GAP = 10;
const LABEL_BAND = 24;
const LABEL_BASELINE = 7;
/** Half a line of text, so that the topmost number is not clipped. */
const TOP = 8;
const BAR_SHARE = 0.68;
const ROUND_END_PX = 3;

interface BarDrawing {
  readonly left: number;
  readonly plotWidth: number;
  readonly plotHeight: number;
  /** Width for one bar, px. */
  readonly step: number;
  readonly scale: Scale;
  readonly shownLabels: ReadonlySet<number>;
  /** Whole px from the top of the chart, so that stacked parts meet without a seam. */
  readonly yOf: (value: number) => number;
}

const drawBars = (
  bars: readonly Bar[],
  series: readonly BarSeries[],
  {
    width,
    height,
    measure,
  }: { readonly width: number; readonly height: number; readonly measure: MeasureText },
): BarDrawing => {
  const scale = scaleFor(
    Math.max(0, ...bars.map((bar) => heightAbove(bar, series))),
    Math.max(0, ...bars.map((bar) => depthBelow(bar, series))),
  );
  const widths = bars.map(({ axisLabel }) => measure(axisLabel));
  const count = Math.max(bars.length, 1);
  const scaleWidth = Math.max(...scale.lines.map((value) => measure(scaleText(value, scale))));
  let [left, right] = [Math.ceil(scaleWidth) + SCALE_GAP, 0];
  const stepOf = (): number => Math.max(width - left - right, 0) / count;
  const overhang = (index: number): number =>
    bars.at(index)?.labelRank ? Math.ceil(((widths.at(index) ?? 0) - stepOf()) / 2) : 0;
  // Wider sides make steps narrower: a second round is exact to a pixel.
  for (let round = 0; round < 2; round += 1)
    [left, right] = [Math.max(left, overhang(0)), Math.max(right, overhang(-1))];
  const step = stepOf();
  const labels = bars.map(({ labelRank: rank }, index) => {
    const [middle, half] = [(index + 0.5) * step, (widths[index] ?? 0) / 2];
    return { from: middle - half, to: middle + half, rank };
  });
  const plotHeight = Math.max(height - TOP - LABEL_BAND, 0);
  return {
    left,
    plotWidth: step * count,
    plotHeight,
    step,
    scale,
    shownLabels: labelsThatFit(labels),
    yOf: (value) => Math.round(TOP + (plotHeight * (scale.max - value)) / (scale.max - scale.min)),
  };
};

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** A bar from the axis outwards, with both corners of its outer end rounded. */
const barPath = (
  left: number,
  width: number,
  [from, to]: readonly [number, number],
  radius: number,
): string => {
  const corner = Math.min(radius, Math.abs(to - from));
  const [x, right, start, stop] = [left, left + width, left + corner, left + width - corner].map(rounded);
  const bend = to > from ? to - corner : to + corner;
  return `M${x} ${from}V${bend}Q${x} ${to} ${start} ${to}H${stop}Q${right} ${to} ${right} ${bend}V${from}Z`;
};

/** The stacked parts of a bar; none where nothing was measured. */
const partsOf = (bar: Bar, index: number, series: readonly BarSeries[], drawing: BarDrawing) => {
  const { left, step, yOf } = drawing;
  const width = Math.max(step * BAR_SHARE, 1);
  const isBelow = (at: number): boolean => series[at]?.isBelowAxis ?? false;
  const outermost = (below: boolean): number =>
    (bar.values ?? []).findLastIndex((value, at) => value > 0 && isBelow(at) === below);
  const ends = { above: 0, below: 0 };
  return (bar.values ?? []).flatMap((value, at) => {
    const one = series[at];
    if (one === undefined || value === 0) return [];
    const side = isBelow(at) ? 'below' : 'above';
    const from = ends[side];
    ends[side] += side === 'below' ? -value : value;
    const radius = outermost(isBelow(at)) === at ? Math.min(ROUND_END_PX, width / 3) : 0;
    return {
      key: `${bar.key} ${one.key}`,
      color: bar.isForecast ? ('--line-strong' as const) : one.color,
      path: barPath(left + (index + 0.5) * step - width / 2, width, [yOf(from), yOf(ends[side])], radius),
    };
  });
};

interface BarGraphProps {
  /** Accessible name: quantity, interval and unit. */
  readonly label: string;
  readonly bars: readonly Bar[];
  readonly series: readonly BarSeries[];
  /** Minimum height, px. The graph grows with its card up to the maximum height of charts. */
  readonly height: number;
  readonly describe: (index: number) => TooltipContent;
  readonly onOpen?: ((index: number) => void) | undefined;
}

/** Bars over equal steps. */
export const BarGraph = ({ label, bars, series, height: minHeight, describe, onOpen }: BarGraphProps) => {
  const { ref, width, height: space } = useSize<HTMLDivElement>();
  const height = Math.max(space, minHeight);
  const measure = useMeasureText();
  const drawing = useMemo(
    () => drawBars(bars, series, { width, height, measure }),
    [bars, series, width, height, measure],
  );
  const parts = useMemo(
    () => bars.flatMap((bar, index) => partsOf(bar, index, series, drawing)),
    [bars, series, drawing],
  );
  const { left, step, plotWidth, plotHeight, scale, shownLabels, yOf } = drawing;
  const indexAt = (x: number): number | null => {
    const index = Math.floor((x - left) / step);
    return index >= 0 && index < bars.length ? index : null;
  };
  const selection = useSelection({ count: bars.length, indexAt, onOpen });
  const { active } = selection;
  const activeBar = active === null ? undefined : bars[active];
  const content = active === null || activeBar === undefined ? null : describe(active);
  const middleOf = (index: number): number => left + (index + 0.5) * step;

  return (
    <Graph ref={ref} label={label} selection={selection} content={content} minHeight={minHeight}>
      {active !== null && (
        <div
          className={chart.band}
          style={{ left: left + active * step, width: step, top: TOP, height: plotHeight }}
        />
      )}
      {width > 0 && (
        <svg className={classes.picture} width={width} height={height} aria-hidden="true">
          {scale.lines.map((value) => (
            <g key={value}>
              <line
                className={classes.line}
                x1={left}
                x2={left + plotWidth}
                y1={yOf(value)}
                y2={yOf(value)}
              />
              <text x={left - SCALE_GAP} y={yOf(value)} dy="0.35em" textAnchor="end">
                {scaleText(value, scale)}
              </text>
            </g>
          ))}
          <g className={classes.bars} style={{ transformOrigin: `0 ${yOf(0)}px` }}>
            {parts.map(({ key, color, path }) => (
              <path key={key} d={path} style={{ fill: `var(${color})` }} />
            ))}
          </g>
          {bars.map(
            ({ key, axisLabel, isToday }, index) =>
              shownLabels.has(index) && (
                <text
                  key={key}
                  className={isToday ? classes.today : undefined}
                  x={middleOf(index)}
                  y={height - LABEL_BASELINE}
                  textAnchor="middle"
                >
                  {axisLabel}
                </text>
              ),
          )}
        </svg>
      )}
      {content !== null && active !== null && activeBar !== undefined && (
        <ChartTooltip
          content={content}
          x={middleOf(active)}
          y={yOf(heightAbove(activeBar, series))}
          width={width}
          reach={step / 2}
        />
      )}
    </Graph>
  );
};
