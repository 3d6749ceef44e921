import { useLayoutEffect, useRef, useState } from 'react';
import classes from './chart.module.css';

export const TOOLTIP_WIDTH = 220;
const GAP = 8;

interface TooltipPointer {
  /** Where it points to, px from the left and from the top of the graph. */
  readonly x: number;
  readonly y: number;
  /** Width of the graph, px: the tooltip stays inside it. */
  readonly width: number;
  /** Half the width of the target, px: beside it, the tooltip leaves it free. */
  readonly reach: number;
  /** Height of the tooltip, px. */
  readonly height: number;
}

const within = (left: number, width: number): number =>
  Math.min(Math.max(left, 0), Math.max(width - TOOLTIP_WIDTH, 0));

/**
 * The upper left corner of a tooltip, px within its graph. It stands above its target; if that would leave the graph and cover
 * figures above, it stands on the side with more room.
 */
export const tooltipPosition = ({
  x,
  y,
  width,
  reach,
  height,
}: TooltipPointer): { left: number; top: number } => {
  const above = y - GAP - height;
  if (above >= 0) return { left: within(x - TOOLTIP_WIDTH / 2, width), top: above };
  const isRoomAfter = width - x >= x;
  const beside = isRoomAfter ? x + reach + GAP : x - reach - GAP - TOOLTIP_WIDTH;
  return { left: within(beside, width), top: 0 };
};

interface TooltipRow {
  readonly label: string;
  readonly value: string;
  /** CSS variable of the series that the row belongs to. */
  readonly color?: `--${string}`;
}

export interface TooltipContent {
  readonly title: string;
  readonly rows: readonly TooltipRow[];
  /** Completeness, or why there is nothing. */
  readonly note?: string;
}

/** Describes the values of a chart, one a row; a value that is gone meanwhile has no tooltip. */
export const describeRows =
  <Row,>(rows: readonly Row[], describe: (row: Row, index: number) => TooltipContent) =>
  (index: number): TooltipContent => {
    const row = rows[index];
    return row === undefined ? { title: '', rows: [] } : describe(row, index);
  };

interface ChartTooltipProps extends Omit<TooltipPointer, 'height'> {
  readonly content: TooltipContent;
}

/** The tooltip as one sentence for screen readers. */
export const tooltipText = ({ title, rows, note }: TooltipContent): string =>
  [title, ...rows.map((row) => `${row.label} ${row.value}`), ...(note === undefined ? [] : [note])].join(
    ', ',
  );

export const ChartTooltip = ({ content, x, y, width, reach }: ChartTooltipProps) => {
  const box = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(0);
  // Its height depends on its words, and its place on its height.
  useLayoutEffect(() => setHeight(box.current?.offsetHeight ?? 0));
  const { left, top } = tooltipPosition({ x, y, width, reach, height });
  return (
    <div ref={box} className={classes.tooltip} style={{ width: TOOLTIP_WIDTH, left, top }} aria-hidden="true">
      <strong>{content.title}</strong>
      <dl>
        {content.rows.map((row) => (
          <div key={row.label}>
            <dt>
              {row.color !== undefined && (
                <i className={classes.swatch} style={{ background: `var(${row.color})` }} />
              )}
              {row.label}
            </dt>
            <dd>{row.value}</dd>
          </div>
        ))}
      </dl>
      {content.note !== undefined && <p>{content.note}</p>}
    </div>
  );
};
