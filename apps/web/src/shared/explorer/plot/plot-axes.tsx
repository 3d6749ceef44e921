import type { Scale } from '@nascente/charts/scale';
import { around } from '@nascente/charts/time-axis';
import type { Zone } from '@nascente/domain/base/time/zone';
import { formatNumber } from '@nascente/domain/base/units/format';
import { memo, type Ref } from 'react';
import classes from './plot.module.css';
import { type Axis, type Pane, type PlotGeometry, yOf } from './plot-geometry.ts';
import { timeTicks } from './time-ticks.ts';
import type { Viewport } from './viewport.ts';

const SIDE_ROOM = 52;
/** Room left of the plot for half a label at its edge and the fading margin, px. */
const EDGE_ROOM = 40;

export const scaleText = (value: number, { decimals }: Pick<Scale, 'decimals'>): string =>
  Math.abs(value) < 1e-9 ? '0' : formatNumber(value, decimals);

interface ScaleNumbersProps {
  readonly axis: Axis;
  readonly pane: Pane;
  readonly x: number;
  readonly side: 'left' | 'right';
}

const ScaleNumbers = ({ axis, pane, x, side }: ScaleNumbersProps) => {
  const { lines } = axis.scale;
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

interface ScalesProps {
  readonly geometry: PlotGeometry;
  readonly width: number;
  readonly height: number;
}

/** Grid and numbers: the first axis stands left, others right. Panning does not affect them. */
export const Scales = memo(({ geometry, width, height }: ScalesProps) => (
  <svg className={classes.axes} width={width} height={height} aria-hidden="true">
    {geometry.panes.map((pane) => (
      <g key={pane.top}>
        {(pane.axes[0]?.scale.lines ?? []).map((value) => {
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
  </svg>
));

/** The share of the view labelled beyond each end, ready for panning. */
const BEYOND = 1;

interface TimesProps {
  readonly view: Viewport;
  readonly zone: Zone;
  /** Of the plot, px. */
  readonly width: number;
}

/** Time labels of a view and its margins, from its left edge. */
const Times = memo(({ view, zone, width }: TimesProps) => {
  const length = view.to - view.from;
  return timeTicks(view, width, zone, around(view, BEYOND)).map(({ x, label }) => {
    const at = ((x - view.from) / length) * width;
    return (
      <g key={x} className={at < 0 || at > width ? classes.beside : undefined}>
        <line className={classes.tick} x1={at} x2={at} y1={0} y2={4} />
        <text x={at} y={19} textAnchor="middle">
          {label}
        </text>
      </g>
    );
  });
});

interface TimeAxisProps {
  /** The element a gesture moves. */
  readonly ref: Ref<SVGSVGElement>;
  readonly geometry: PlotGeometry;
  readonly view: Viewport;
  readonly zone: Zone;
}

export const TimeAxis = ({ ref, geometry, view, zone }: TimeAxisProps) => (
  <div className={classes.times} style={{ top: geometry.bottom, left: geometry.left - EDGE_ROOM, right: 0 }}>
    <svg ref={ref} width={geometry.width} height={26} style={{ marginLeft: EDGE_ROOM }} aria-hidden="true">
      <Times view={view} zone={zone} width={geometry.width} />
    </svg>
  </div>
);
