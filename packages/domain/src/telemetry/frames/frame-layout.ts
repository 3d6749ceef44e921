import { type FrameProperty, recordProperties } from './frame-fields.ts';

/** What a board measures: three phases, one phase, or water. */
export type BoardKind = 'tri' | 'mono' | 'water';

/** A measured value of a frame. */
type Column = FrameProperty | 'rssi' | 't' | 'flow' | 'volume';

/** The values of a record after mac and timestamp, in the order of the wire. */
export const COLUMNS: Readonly<Record<BoardKind, readonly Column[]>> = {
  tri: ['rssi', 't', ...recordProperties(['a', 'b', 'c'])],
  mono: ['rssi', 't', ...recordProperties(['a'])],
  water: ['rssi', 't', 'volume', 'flow'],
};

/** Increments are kept as whole thousandths, because totals are sums of them. */
export const INCREMENTS: ReadonlySet<Column> = new Set<Column>([
  'energyA',
  'energyB',
  'energyC',
  'reactiveA',
  'reactiveB',
  'reactiveC',
  'volume',
]);

/** Every measured field once, in the order of the cells in which a line is collected. */
export const CELLS: readonly Column[] = [...COLUMNS.tri, 'volume', 'flow'];

export interface Layout {
  readonly kind: BoardKind;
  /** For each field from the third on: its cell, and whether it counts in thousandths. */
  readonly cells: Uint8Array;
  readonly inThousandths: Uint8Array;
}

/** By the number of fields of a line, which tells the kind. */
export const LAYOUTS: readonly (Layout | undefined)[] = layoutsByFieldCount();

function layoutsByFieldCount(): (Layout | undefined)[] {
  const layouts: (Layout | undefined)[] = [];
  for (const kind of ['tri', 'mono', 'water'] as const) {
    const columns = COLUMNS[kind];
    layouts[columns.length + 2] = {
      kind,
      cells: Uint8Array.from(columns, (column) => CELLS.indexOf(column)),
      inThousandths: Uint8Array.from(columns, (column) => Number(INCREMENTS.has(column))),
    };
  }
  return layouts;
}
