/** What a board measures: three phases, one phase, or water. */
export type BoardKind = 'tri' | 'mono' | 'water';

/** Voltage V, current A, power factor -1..1, active power W (negative: injected), reactive power var (negative: capacitive). */
type PhaseQuantity = 'v' | 'i' | 'pf' | 'w' | 'var' | 'vthd' | 'ithd';

/** `va` … `ithdc`: instantaneous values of each phase; THD of voltage and current in %. */
export type PhaseField = `${PhaseQuantity}${'a' | 'b' | 'c'}`;

/** A measured field of a frame. */
type Column = PhaseField | `${'energy' | 'reactive'}${'A' | 'B' | 'C'}` | 'rssi' | 't' | 'flow' | 'volume';

/** The fields of a line after mac and timestamp, in the order of the wire. Historic names: kwh* are Wh. */
export const COLUMNS: Readonly<Record<BoardKind, readonly Column[]>> = {
  // biome-ignore format: one quantity a line, as the wire format is documented
  tri: [
    'rssi', 't',
    'va', 'vb', 'vc',
    'ia', 'ib', 'ic',
    'pfa', 'pfb', 'pfc',
    'wa', 'wb', 'wc',
    'vara', 'varb', 'varc',
    'energyA', 'energyB', 'energyC',
    'reactiveA', 'reactiveB', 'reactiveC',
    'vthda', 'vthdb', 'vthdc',
    'ithda', 'ithdb', 'ithdc',
  ],
  mono: ['rssi', 't', 'va', 'ia', 'pfa', 'wa', 'vara', 'energyA', 'reactiveA', 'vthda', 'ithda'],
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
