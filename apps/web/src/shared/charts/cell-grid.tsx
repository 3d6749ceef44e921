import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { labelsThatFit } from './bars/axis-labels.ts';
import classes from './cell-grid.module.css';
import {
  type CellColumn,
  type CellGeometry,
  type CellLevel,
  type CellPosition,
  cellAt,
  cellGeometry,
  cellPaths,
  stepThroughCells,
} from './cell-grid-geometry.ts';
import { useChartFont } from './chart-font.ts';
import { ChartTooltip, type TooltipContent, tooltipText } from './chart-tooltip.tsx';
import { textWidth } from './text-width.ts';
import { useSize } from './use-size.ts';

interface CellGridProps {
  /** Accessible name: what is measured, by which columns and rows. */
  readonly label: string;
  readonly columns: readonly CellColumn[];
  /** Labels beside the rows, from the top; an empty text has none. */
  readonly rows: readonly string[];
  /** What the indices in the columns mean. */
  readonly levels: readonly CellLevel[];
  readonly describe: (position: CellPosition) => TooltipContent;
  readonly onOpen?: (position: CellPosition) => void;
}

const FONT_SIZE = 11;
const ROW_HEIGHT = 10;
const LABEL_BAND = 24;

const useActiveCell = (props: CellGridProps, geometry: CellGeometry) => {
  const { columns, rows, onOpen } = props;
  const [chosen, setChosen] = useState<CellPosition | null>(null);
  const active = chosen !== null && chosen.column < columns.length ? chosen : null;
  const follow = (event: PointerEvent<HTMLElement>): void => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const next = cellAt(event.clientX - left, event.clientY - top, geometry);
    setChosen((current) => (current?.column === next?.column && current?.row === next?.row ? current : next));
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
      onDoubleClick: () => {
        if (active !== null) onOpen?.(active);
      },
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        if (event.key === 'Enter' && active !== null) onOpen?.(active);
        const next = stepThroughCells(event.key, active, columns.length, rows.length);
        if (next === undefined) return;
        event.preventDefault();
        setChosen(next);
      },
    },
  };
};

const Drawing = ({ columns, levels, geometry }: CellGridProps & { readonly geometry: CellGeometry }) => {
  const paths = useMemo(() => cellPaths(columns, levels, geometry), [columns, levels, geometry]);
  return paths.map(({ cells, shapes }, index) => {
    const level = levels[index];
    return level === undefined ? null : (
      <g key={level.label}>
        <path d={cells} style={{ fill: level.fill }} />
        <path d={shapes} className={classes.shape} />
      </g>
    );
  });
};

const ColumnLabels = ({ columns, geometry }: Pick<CellGridProps, 'columns'> & { geometry: CellGeometry }) => {
  const font = useChartFont();
  const shown = useMemo(
    () =>
      labelsThatFit(
        columns.map(({ axisLabel, labelRank }) => ({
          width: textWidth(axisLabel, FONT_SIZE, font.family),
          rank: labelRank,
        })),
        geometry.cellWidth,
      ),
    [columns, geometry, font.family],
  );
  return columns.map(({ key, axisLabel }, index) => {
    if (!shown.has(index)) return null;
    const half = textWidth(axisLabel, FONT_SIZE, font.family) / 2;
    const centre = (index + 0.5) * geometry.cellWidth;
    const x = Math.min(Math.max(centre, half), Math.max(geometry.width - half, half));
    return (
      <text key={key} x={x} y={geometry.height + 16} textAnchor="middle">
        {axisLabel}
      </text>
    );
  });
};

const RowLabels = ({ rows }: Pick<CellGridProps, 'rows'>) => (
  <div className={classes.rows} aria-hidden="true" style={{ height: rows.length * ROW_HEIGHT }}>
    {rows.map((text, index) =>
      text === '' ? null : (
        <span key={text} style={{ top: (index + 0.5) * ROW_HEIGHT }}>
          {text}
        </span>
      ),
    )}
  </div>
);

/** Cells by two steps, such as hours of days, coloured by level. Knows nothing of energy. */
export const CellGrid = (props: CellGridProps) => {
  const { label, columns, rows, describe } = props;
  const { ref, width } = useSize<HTMLDivElement>();
  const box = useRef<SVGRectElement>(null);
  const geometry = useMemo(
    () => cellGeometry(width, columns.length, rows.length, ROW_HEIGHT),
    [width, columns.length, rows.length],
  );
  const { active, handlers } = useActiveCell(props, geometry);
  const content = active === null ? null : describe(active);
  useEffect(() => {
    // The newest columns first: what is older is a scroll away.
    if (ref.current !== null) ref.current.scrollLeft = geometry.width;
  }, [ref, geometry.width]);
  useEffect(() => {
    if (active !== null) box.current?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [active]);
  const [left, top] =
    active === null ? [0, 0] : [active.column * geometry.cellWidth, active.row * geometry.cellHeight];

  return (
    <div className={classes.grid}>
      <RowLabels rows={rows} />
      <div ref={ref} className={classes.scroller}>
        <div
          className={classes.cells}
          style={{ width: geometry.width, height: geometry.height + LABEL_BAND }}
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-valuemin={1}
          aria-valuemax={Math.max(columns.length * rows.length, 1)}
          aria-valuenow={active === null ? 1 : active.column * rows.length + active.row + 1}
          aria-valuetext={content === null ? 'Use as setas para percorrer os valores' : tooltipText(content)}
          {...handlers}
        >
          {width > 0 && (
            <svg width={geometry.width} height={geometry.height + LABEL_BAND} aria-hidden="true">
              <Drawing {...props} geometry={geometry} />
              <ColumnLabels columns={columns} geometry={geometry} />
              {active !== null && (
                <rect
                  ref={box}
                  className={classes.active}
                  x={left}
                  y={top}
                  width={geometry.cellWidth}
                  height={geometry.cellHeight}
                />
              )}
            </svg>
          )}
          {content !== null && (
            <ChartTooltip
              content={content}
              x={left + geometry.cellWidth / 2}
              y={top}
              width={geometry.width}
              reach={geometry.cellWidth / 2}
            />
          )}
        </div>
      </div>
    </div>
  );
};
