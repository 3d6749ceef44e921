import type { Mac } from '../../sites/boards/mac.ts';
import { parseDecimalText } from './decimal-field.ts';
import { type FrameProperty, recordProperties } from './frame-fields.ts';

/** The reason why named values cannot be written as a record. */
export interface UnreadableValues {
  readonly problem: 'unknown-value' | 'not-a-number' | 'nothing-measured';
  /** Name of the faulty value; empty if there are no values. */
  readonly name: string;
}

/** Decimals of numbers that would have an exponent otherwise; thousandths of Wh, varh or L need three. */
const DECIMALS = 9;

/**
 * Writes named values as the record of a kind of board, so that they take the same path of parsing and checks as records of
 * boards.
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

/** A number, or a text with a number; else NaN. */
function numberOf(value: unknown): number {
  if (typeof value === 'string') return parseDecimalText(value);
  return typeof value === 'number' ? value : Number.NaN;
}

/** Decimal text without an exponent, which records do not have. */
function decimalText(value: number): string {
  const text = String(value);
  return text.includes('e') ? value.toFixed(DECIMALS) : text;
}

/** Kind of a board: three phases, one phase, or water. */
export type BoardKind = 'tri' | 'mono' | 'water';

/** A measured value of a frame. */
type Column = FrameProperty | 'rssi' | 't' | 'flow' | 'volume';

/** Values of a record after MAC and timestamp, in their order. */
export const COLUMNS: Readonly<Record<BoardKind, readonly Column[]>> = {
  tri: ['rssi', 't', ...recordProperties(['a', 'b', 'c'])],
  mono: ['rssi', 't', ...recordProperties(['a'])],
  water: ['rssi', 't', 'volume', 'flow'],
};

/** Increments are stored as whole thousandths, so that their sums are exact. */
export const INCREMENTS: ReadonlySet<Column> = new Set<Column>([
  'energyA',
  'energyB',
  'energyC',
  'reactiveA',
  'reactiveB',
  'reactiveC',
  'volume',
]);

/** All measured fields, in the order of the cells into which a record is parsed. */
export const CELLS: readonly Column[] = [...COLUMNS.tri, 'volume', 'flow'];

/** The kind of board of a record, and the cells into which its fields are parsed. */
export interface Layout {
  readonly kind: BoardKind;
  /** For each field from the third on: index of its cell, and whether it is stored in thousandths. */
  readonly cells: Uint8Array;
  readonly inThousandths: Uint8Array;
}

/** Layouts by number of fields in a record, which determines the kind of board. */
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
