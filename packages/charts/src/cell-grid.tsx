import { useEffect, useMemo, useRef } from 'react';
import { labelsThatFit, useMeasureText } from './axis-labels.ts';
import type { LabelRank } from './bars.ts';
import classes from './cell-grid.module.css';
import legend from './cell-legend.module.css';
import { ChartTooltip, type TooltipContent } from './chart-tooltip.tsx';
import { sliderOf, useSelection } from './graph.tsx';
import { useSize } from './use-size.ts';

const rounded = (value: number): number => Math.round(value * 100) / 100;

/** Corners, from -1 to 1, of the shapes that mark levels in addition to their colour. */
const CORNERS = {
  dot: [-0.5, -0.5, 0.5, -0.5, 0.5, 0.5, -0.5, 0.5],
  bar: [-1, -0.4, 1, -0.4, 1, 0.4, -1, 0.4],
  up: [-1, 0.8, 0, -1, 1, 0.8],
  down: [-1, -0.8, 0, 1, 1, -0.8],
} as const;
type CellShape = keyof typeof CORNERS;

/** A shape as a path around a point, px. */
const shapePath = (shape: CellShape, [x, y]: readonly [number, number], halfSize: number): string => {
  const corners = CORNERS[shape].map((share, index) => rounded((index % 2 === 0 ? x : y) + share * halfSize));
  return `M${corners.join(' ')}z`;
};

/** One column of a grid: for each row the index of a level, or `null` where nothing was measured. */
export interface CellColumn {
  readonly key: string;
  readonly axisLabel: string;
  readonly labelRank: LabelRank;
  readonly levels: readonly (number | null)[];
}

export interface CellLevel {
  readonly label: string;
  /** A CSS colour. */
  readonly fill: string;
  readonly shape?: CellShape;
}

export interface CellPosition {
  readonly column: number;
  readonly row: number;
}

const ROW_HEIGHT = 9;
const LABEL_BAND = 24;
const MIN_CELL_WIDTH = 5;
const GAP = 1;

const clamp = (value: number, count: number): number => Math.min(Math.max(value, 0), count - 1);

/** The cell that the keyboard reaches; `undefined` where the key has no meaning for a grid. Cells count column by column. */
export const stepThroughCells =
  (columns: number, rows: number) =>
  (key: string, active: number | null): number | null | undefined => {
    if (columns === 0 || rows === 0) return undefined;
    const newest = (columns - 1) * rows;
    const by = (across: number, down: number): number =>
      active === null
        ? newest
        : clamp(Math.floor(active / rows) + across, columns) * rows + clamp((active % rows) + down, rows);
    const row = (active ?? 0) % rows;
    switch (key) {
      case 'ArrowRight':
        return by(1, 0);
      case 'ArrowLeft':
        return by(-1, 0);
      case 'ArrowDown':
        return by(0, 1);
      case 'ArrowUp':
        return by(0, -1);
      case 'PageUp':
        return by(-7, 0);
      case 'PageDown':
        return by(7, 0);
      case 'Home':
        return row;
      case 'End':
        return newest + row;
      case 'Escape':
        return null;
      default:
        return undefined;
    }
  };

/** One path of the cells of each level and one of their shapes, so that a year of hours is a dozen elements. */
export const cellPaths = (
  columns: readonly CellColumn[],
  levels: readonly CellLevel[],
  cellWidth: number,
): readonly { readonly cells: string; readonly shapes: string }[] => {
  const gap = cellWidth >= MIN_CELL_WIDTH + 2 ? GAP : GAP / 2;
  const [width, height] = [cellWidth - gap, ROW_HEIGHT - GAP];
  const box = `h${rounded(width)}v${height}h-${rounded(width)}z`;
  return levels.map(({ shape }, level) => {
    const corners = columns.flatMap((column, x) =>
      column.levels.flatMap((one, y) => (one === level ? [[x * cellWidth, y * ROW_HEIGHT] as const] : [])),
    );
    const shapes = corners.map(([x, y]) =>
      shape === undefined
        ? ''
        : shapePath(shape, [x + width / 2, y + height / 2], Math.min(width, height) * 0.3),
    );
    return { cells: corners.map(([x, y]) => `M${rounded(x)} ${y}${box}`).join(''), shapes: shapes.join('') };
  });
};

interface CellGridProps {
  /** Accessible name: quantity, columns and rows. */
  readonly label: string;
  readonly columns: readonly CellColumn[];
  /** Labels beside the rows, from the top; an empty text has none. */
  readonly rows: readonly string[];
  /** The meaning of the indices in the columns. */
  readonly levels: readonly CellLevel[];
  readonly describe: (position: CellPosition) => TooltipContent;
  readonly onOpen?: ((position: CellPosition) => void) | undefined;
}

interface DrawingProps extends Pick<CellGridProps, 'columns' | 'levels'> {
  readonly cellWidth: number;
}

const Cells = ({ columns, levels, cellWidth }: DrawingProps) => {
  const paths = useMemo(() => cellPaths(columns, levels, cellWidth), [columns, levels, cellWidth]);
  return levels.map(({ label, fill }, index) => (
    <g key={label}>
      <path d={paths[index]?.cells} style={{ fill }} />
      <path d={paths[index]?.shapes} className={classes.shape} />
    </g>
  ));
};

/** Labels of the columns, at both ends within the drawing. */
const ColumnLabels = ({ columns, cellWidth, y }: Omit<DrawingProps, 'levels'> & { readonly y: number }) => {
  const measure = useMeasureText();
  const labels = useMemo(() => {
    const placed = columns.map(({ key, axisLabel, labelRank: rank }, index) => {
      const [middle, wide] = [(index + 0.5) * cellWidth, measure(axisLabel)];
      const from = Math.max(Math.min(middle - wide / 2, columns.length * cellWidth - wide), 0);
      return { key, axisLabel, rank, from, to: from + wide };
    });
    const shown = labelsThatFit(placed);
    return placed.filter((_, index) => shown.has(index));
  }, [columns, cellWidth, measure]);
  return labels.map(({ key, axisLabel, from }) => (
    <text key={key} x={from} y={y}>
      {axisLabel}
    </text>
  ));
};

/** Cells by two steps, such as hours of days, coloured by level. */
export const CellGrid = ({ label, columns, rows, levels, describe, onOpen }: CellGridProps) => {
  const { ref, width } = useSize<HTMLDivElement>();
  const box = useRef<SVGRectElement>(null);
  const cellWidth = Math.max(width / Math.max(columns.length, 1), MIN_CELL_WIDTH);
  const [wide, high] = [cellWidth * columns.length, rows.length * ROW_HEIGHT];
  const positionOf = (index: number): CellPosition => ({
    column: Math.floor(index / rows.length),
    row: index % rows.length,
  });
  const selection = useSelection({
    count: columns.length * rows.length,
    indexAt: (x, y) =>
      x < 0 || y < 0 || x >= wide || y >= high
        ? null
        : Math.floor(x / cellWidth) * rows.length + Math.floor(y / ROW_HEIGHT),
    step: stepThroughCells(columns.length, rows.length),
    onOpen: (index) => onOpen?.(positionOf(index)),
  });
  const active = selection.active === null ? null : positionOf(selection.active);
  const content = active === null ? null : describe(active);
  useEffect(() => {
    // The newest columns are in view first.
    if (ref.current !== null) ref.current.scrollLeft = wide;
  }, [ref, wide]);
  useEffect(() => {
    if (selection.active !== null) box.current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [selection.active]);
  const [left, top] = active === null ? [0, 0] : [active.column * cellWidth, active.row * ROW_HEIGHT];

  return (
    <div className={classes.grid}>
      <div className={classes.rows} aria-hidden="true" style={{ height: high }}>
        {rows.map((text, index) =>
          text === '' ? null : (
            <span key={text} style={{ top: (index + 0.5) * ROW_HEIGHT }}>
              {text}
            </span>
          ),
        )}
      </div>
      <div ref={ref} className={classes.scroller}>
        <div
          className={classes.cells}
          style={{ width: wide, height: high + LABEL_BAND }}
          {...sliderOf(label, selection, content)}
        >
          {width > 0 && (
            <svg width={wide} height={high + LABEL_BAND} aria-hidden="true">
              <Cells {...{ columns, levels, cellWidth }} />
              <ColumnLabels {...{ columns, cellWidth }} y={high + 16} />
              {active !== null && (
                <rect
                  ref={box}
                  className={classes.active}
                  x={left}
                  y={top}
                  width={cellWidth}
                  height={ROW_HEIGHT}
                />
              )}
            </svg>
          )}
          {content !== null && (
            <ChartTooltip
              content={content}
              x={left + cellWidth / 2}
              y={top}
              width={wide}
              reach={cellWidth / 2}
            />
          )}
        </div>
      </div>
    </div>
  );
};

/** Labels of the colours and shapes of cells. */
export const CellLegend = ({ levels }: { readonly levels: readonly CellLevel[] }) => (
  <ul className={legend.legend}>
    {levels.map(({ label, fill, shape }) => (
      <li key={label}>
        <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
          <rect width="12" height="12" rx="2" style={{ fill }} />
          {shape !== undefined && <path d={shapePath(shape, [6, 6], 3)} />}
        </svg>
        {label}
      </li>
    ))}
  </ul>
);
