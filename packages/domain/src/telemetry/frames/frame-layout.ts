import type { Mac } from '../../sites/boards/mac.ts';
import { parseDecimalText } from './decimal-field.ts';
import { type FrameProperty, recordProperties } from './frame-fields.ts';

/** Why values by name are no line of a board. */
export interface UnreadableValues {
  readonly problem: 'unknown-value' | 'not-a-number' | 'nothing-measured';
  /** The name of the value; empty of none at all. */
  readonly name: string;
}

/** Digits behind the point that survive; thousandths of Wh, varh or L need three. */
const DECIMALS = 9;

/**
 * Writes values as the record of a board of this kind, so that one path reads, judges and refuses them (design, wire format).
 * @param timestamp - epoch seconds or milliseconds, or ISO 8601 with a zone @param values - by the names of `COLUMNS`, in the
 * units of the record; null or absent: not measured
 */
export function lineOfValues(
  mac: Mac,
  kind: BoardKind,
  timestamp: string | number,
  values: Readonly<Record<string, unknown>>,
): string | UnreadableValues {
  const columns: readonly string[] = COLUMNS[kind];
  const sentValues = Object.entries(values).filter(([, value]) => value !== null);
  if (sentValues.length === 0) return { problem: 'nothing-measured', name: '' };
  for (const [name, value] of sentValues) {
    if (!columns.includes(name)) return { problem: 'unknown-value', name };
    if (!Number.isFinite(numberOf(value))) return { problem: 'not-a-number', name };
  }
  const fields = columns.map((name) => {
    const value = Object.hasOwn(values, name) ? numberOf(values[name]) : Number.NaN;
    return Number.isFinite(value) ? decimalText(value) : '';
  });
  return [mac, String(timestamp), ...fields].join(',');
}

/** A number, or a number as text; NaN where it is neither. */
function numberOf(value: unknown): number {
  if (typeof value === 'string') return parseDecimalText(value);
  return typeof value === 'number' ? value : Number.NaN;
}

/** Never with an exponent, which a line has not. */
function decimalText(value: number): string {
  const text = String(value);
  return text.includes('e') ? value.toFixed(DECIMALS) : text;
}

/** The quantities of a board: three phases, one phase, or water. */
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

/** By the number of fields of a record, which determines the kind. */
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
