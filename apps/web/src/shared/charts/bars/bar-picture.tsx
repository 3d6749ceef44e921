import { useMemo } from 'react';
import { type BarsToDraw, barParts, heightOf, linesOf, middleOf } from './bar-drawing.ts';
import classes from './bar-picture.module.css';

interface BarPictureProps {
  readonly drawing: BarsToDraw;
  readonly width: number;
  readonly height: number;
  readonly formatScale: (value: number) => string;
}

const SCALE_GAP = 10;
/** How far above the lower edge of the chart the labels of the axis stand. */
const LABEL_BASELINE = 7;

const Lines = ({
  drawing: { geometry, scale },
  formatScale,
}: Pick<BarPictureProps, 'drawing' | 'formatScale'>) => (
  <>
    {linesOf(scale).map((value) => {
      const y = heightOf(value, geometry, scale);
      return (
        <g key={value}>
          <line
            className={classes.line}
            x1={geometry.left}
            x2={geometry.left + geometry.plotWidth}
            y1={y}
            y2={y}
          />
          <text x={geometry.left - SCALE_GAP} y={y} dy="0.35em" textAnchor="end">
            {formatScale(value)}
          </text>
        </g>
      );
    })}
  </>
);

/** The bars with their axes. What is read and touched of them lies around it: `bar-graph.tsx`. */
export const BarPicture = ({ drawing, width, height, formatScale }: BarPictureProps) => {
  const { bars, geometry, scale } = drawing;
  const parts = useMemo(() => barParts(drawing), [drawing]);
  const axis = heightOf(0, geometry, scale);
  return (
    <svg className={classes.picture} width={width} height={height} aria-hidden="true">
      <Lines drawing={drawing} formatScale={formatScale} />
      <g className={classes.bars} style={{ transformOrigin: `0 ${axis}px` }}>
        {parts.map(({ key, color, path }) => (
          <path key={key} d={path} style={{ fill: `var(${color})` }} />
        ))}
      </g>
      {bars.map(
        ({ key, axisLabel, isToday }, index) =>
          geometry.shownLabels.has(index) && (
            <text
              key={key}
              className={isToday ? classes.today : undefined}
              x={middleOf(index, geometry)}
              y={height - LABEL_BASELINE}
              textAnchor="middle"
            >
              {axisLabel}
            </text>
          ),
      )}
    </svg>
  );
};
