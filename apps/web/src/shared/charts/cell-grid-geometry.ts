import type { LabelRank } from './bars/bars.ts';

/** One column of a grid of cells: of each row the index of a level, or null where nothing was measured. */
export interface CellColumn {
  readonly key: string;
  readonly axisLabel: string;
  readonly labelRank: LabelRank;
  readonly levels: readonly (number | null)[];
}

/** Figures of a cell besides its colour, for who does not see colours. */
export const CELL_SHAPES = ['none', 'dot', 'bar', 'cross', 'up', 'down'] as const;
export type CellShape = (typeof CELL_SHAPES)[number];

export interface CellLevel {
  readonly label: string;
  /** A CSS colour. */
  readonly fill: string;
  readonly shape?: CellShape;
}

/** Where cells lie, px. */
export interface CellGeometry {
  readonly cellWidth: number;
  readonly cellHeight: number;
  readonly width: number;
  readonly height: number;
}

const NARROWEST_CELL = 5;

/** All columns in the width where they stay wide enough to be told apart; a wider drawing, to scroll, where not. */
export const cellGeometry = (
  width: number,
  columns: number,
  rows: number,
  cellHeight: number,
): CellGeometry => {
  const cellWidth = Math.max(width / Math.max(columns, 1), NARROWEST_CELL);
  return { cellWidth, cellHeight, width: cellWidth * columns, height: rows * cellHeight };
};

const GAP = 1;
const rounded = (value: number): string => String(Math.round(value * 100) / 100);

const gapOf = ({ cellWidth }: CellGeometry): number => (cellWidth >= NARROWEST_CELL + 2 ? GAP : 0.5);

const cellPath = (column: number, row: number, geometry: CellGeometry): string => {
  const { cellWidth, cellHeight } = geometry;
  const gap = gapOf(geometry);
  const [x, y] = [rounded(column * cellWidth), rounded(row * cellHeight)];
  const [width, height] = [rounded(cellWidth - gap), rounded(cellHeight - GAP)];
  return `M${x} ${y}h${width}v${height}h-${width}z`;
};

const shapePath = (shape: CellShape, column: number, row: number, geometry: CellGeometry): string => {
  const { cellWidth, cellHeight } = geometry;
  const reach = Math.min(cellWidth - gapOf(geometry), cellHeight - GAP) * 0.3;
  const x = (column + 0.5) * cellWidth - gapOf(geometry) / 2;
  const y = (row + 0.5) * cellHeight - GAP / 2;
  const at = (dx: number, dy: number): string => `${rounded(x + dx * reach)} ${rounded(y + dy * reach)}`;
  switch (shape) {
    case 'none':
      return '';
    case 'dot':
      return `M${at(-0.5, -0.5)}L${at(0.5, -0.5)}L${at(0.5, 0.5)}L${at(-0.5, 0.5)}z`;
    case 'bar':
      return `M${at(-1, -0.4)}L${at(1, -0.4)}L${at(1, 0.4)}L${at(-1, 0.4)}z`;
    case 'cross':
      return `M${at(-1, 0)}L${at(0, -1)}L${at(1, 0)}L${at(0, 1)}z`;
    case 'up':
      return `M${at(-1, 0.8)}L${at(0, -1)}L${at(1, 0.8)}z`;
    case 'down':
      return `M${at(-1, -0.8)}L${at(0, 1)}L${at(1, -0.8)}z`;
  }
};

/** Makes one path of the cells of each level and one of their shapes, so that a year of hours is a dozen elements. */
export const cellPaths = (
  columns: readonly CellColumn[],
  levels: readonly CellLevel[],
  geometry: CellGeometry,
): readonly { readonly cells: string; readonly shapes: string }[] =>
  levels.map(({ shape = 'none' }, level) => {
    const cells: string[] = [];
    const shapes: string[] = [];
    columns.forEach((column, x) => {
      column.levels.forEach((found, y) => {
        if (found !== level) return;
        cells.push(cellPath(x, y, geometry));
        if (shape !== 'none') shapes.push(shapePath(shape, x, y, geometry));
      });
    });
    return { cells: cells.join(''), shapes: shapes.join('') };
  });

/** A cell that is looked at. */
export interface CellPosition {
  readonly column: number;
  readonly row: number;
}

/** The cell under a point of the drawing, px. */
export const cellAt = (
  x: number,
  y: number,
  { cellWidth, cellHeight, width, height }: CellGeometry,
): CellPosition | null =>
  x < 0 || y < 0 || x >= width || y >= height
    ? null
    : { column: Math.floor(x / cellWidth), row: Math.floor(y / cellHeight) };

const within = (value: number, count: number): number => Math.min(Math.max(value, 0), count - 1);

/** Which cell the keyboard reaches from here; undefined where the key means nothing to a grid. */
export const stepThroughCells = (
  key: string,
  active: CellPosition | null,
  columns: number,
  rows: number,
): CellPosition | null | undefined => {
  if (columns === 0 || rows === 0) return undefined;
  const from = active ?? { column: columns - 1, row: 0 };
  const to = (column: number, row: number): CellPosition =>
    active === null ? from : { column: within(column, columns), row: within(row, rows) };
  switch (key) {
    case 'ArrowRight':
      return to(from.column + 1, from.row);
    case 'ArrowLeft':
      return to(from.column - 1, from.row);
    case 'ArrowDown':
      return to(from.column, from.row + 1);
    case 'ArrowUp':
      return to(from.column, from.row - 1);
    case 'Home':
      return { column: 0, row: from.row };
    case 'End':
      return { column: columns - 1, row: from.row };
    case 'PageUp':
      return to(from.column - 7, from.row);
    case 'PageDown':
      return to(from.column + 7, from.row);
    case 'Escape':
      return null;
    default:
      return undefined;
  }
};
