import type { Zone } from '@nascente/domain/time/zone';
import { formatNumber } from '@nascente/domain/units/format';
import type { Scale } from '../charts/scale.ts';
import classes from './plot.module.css';
import { type Axis, type Pane, type PlotGeometry, yOf } from './plot-geometry.ts';
import { timeTicks } from './time-ticks.ts';
import type { Viewport } from './viewport.ts';

const SIDE_ROOM = 52;

export const scaleText = (value: number, { decimals }: Pick<Scale, 'decimals'>): string =>
  Math.abs(value) < 1e-9 ? '0' : formatNumber(value, decimals);

export const linesOf = ({ min, max, interval }: Scale): readonly number[] => {
  const count = Math.round((max - min) / interval);
  return Array.from({ length: count + 1 }, (_, index) => min + index * interval);
};

const ScaleNumbers = ({
  axis,
  pane,
  x,
  side,
}: {
  readonly axis: Axis;
  readonly pane: Pane;
  readonly x: number;
  readonly side: 'left' | 'right';
}) => {
  const lines = linesOf(axis.scale);
  const only = axis.curves.length === 1 ? axis.curves[0] : undefined;
  const style = only && pane.axes.length > 1 ? { fill: `var(${only.color})` } : undefined;
  return (
    <g style={style}>
      {lines.map((value, index) => (
        <text
          key={value}
          x={x}
          y={yOf(pane, axis.scale, value)}
          dy="0.35em"
          textAnchor={side === 'left' ? 'end' : 'start'}
        >
          {scaleText(value, axis.scale)}
          {index === lines.length - 1 && axis.unit !== '' && (
            <tspan className={classes.unit}> {axis.unit}</tspan>
          )}
        </text>
      ))}
    </g>
  );
};

interface PlotAxesProps {
  readonly geometry: PlotGeometry;
  readonly view: Viewport;
  readonly zone: Zone;
  readonly width: number;
  readonly height: number;
}

/** Lines, numbers and times round the curves. The numbers of the first axis stand left, those of others right. */
export const PlotAxes = ({ geometry, view, zone, width, height }: PlotAxesProps) => (
  <svg className={classes.axes} width={width} height={height} aria-hidden="true">
    {geometry.panes.map((pane) => (
      <g key={pane.top}>
        {linesOf(pane.axes[0]?.scale ?? { min: 0, max: 1, interval: 1, decimals: 0 }).map((value) => {
          const scale = pane.axes[0]?.scale;
          const y = scale === undefined ? pane.top : yOf(pane, scale, value);
          return (
            <line
              key={value}
              className={classes.grid}
              x1={geometry.left}
              x2={geometry.left + geometry.width}
              y1={y}
              y2={y}
            />
          );
        })}
        {pane.axes.map((axis, index) => (
          <ScaleNumbers
            key={axis.unit}
            axis={axis}
            pane={pane}
            side={index === 0 ? 'left' : 'right'}
            x={index === 0 ? geometry.left - 8 : geometry.left + geometry.width + 8 + (index - 1) * SIDE_ROOM}
          />
        ))}
      </g>
    ))}
    {timeTicks(view, geometry.width, zone).map(({ x, label }) => {
      const at = geometry.xOf(x);
      const isFirst = at < geometry.left + 14;
      return (
        <g key={x}>
          <line className={classes.tick} x1={at} x2={at} y1={geometry.bottom} y2={geometry.bottom + 4} />
          <text x={at} y={geometry.bottom + 19} textAnchor={isFirst ? 'start' : 'middle'}>
            {label}
          </text>
        </g>
      );
    })}
  </svg>
);
