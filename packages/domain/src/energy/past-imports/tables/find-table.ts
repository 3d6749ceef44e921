import { cellsOf } from '../../../base/sheet/row-cells.ts';
import {
  type ColumnSeparator,
  likelySeparator,
  SEPARATORS,
  separatorHint,
} from '../../../base/sheet/separator-hint.ts';
import { parseMoment } from '../cell-time.ts';
import { findDatedRows, lineBeforeMergedRows } from '../dated-rows.ts';
import type { FileReading, SheetRow } from '../file-reading.ts';
import { layoutOf, lineBeforeBareDays } from '../sheet-table.ts';

const NUMBER = /^[-+]?(?:\d{1,3}(?:[.,]\d{3})*|\d+)(?:[.,]\d+)?$/;
/** An offset from UTC followed by comma-separated cells. */
const AFTER_ZONE = /^[-+]\d\d:?\d\d,/;
const ORDERS = ['ymd', 'dmy', 'mdy'] as const;
/** Whether a line has a date and a final number, separated by spaces. */
const isAligned = (line: string): boolean => {
  const cells = cellsOf(line, ' ');
  const isDate = ORDERS.some((order) => parseMoment(String(cells[0]), order)?.day != null);
  return (
    isDate &&
    cells.length > 1 &&
    NUMBER.test(String(cells.at(-1))) &&
    !AFTER_ZONE.test(String(cells.at(-1))) &&
    !cells.some((cell) => cell.endsWith(','))
  );
};

/** The separator of columns aligned by spaces: two spaces or more, or any; `null`: the lines are not aligned. */
export function alignedSeparator(lines: readonly string[]): '  ' | ' ' | null {
  const filled = lines.filter((line) => line.trim() !== '');
  const aligned = filled.filter(isAligned);
  if (aligned.length === 0 || aligned.length <= filled.length * HALF) return null;
  const wide = aligned.filter((line) => cellsOf(line, '  ').length > 1);
  return wide.length > aligned.length * HALF ? '  ' : ' ';
}

const HEADER_WITHIN = 60;
const HALF = 0.5;

/** The separator of a text: that of its hint, or the first one that splits half of the lines into equally many cells. */
export function detectSeparator(lines: readonly string[]): ColumnSeparator {
  const [first = ''] = lines;
  const hint = separatorHint(first);
  if (hint !== null) return hint;
  const filled = lines.filter((line) => line.trim() !== '');
  const aligned = filled.some((line) => /[;\t|]/.test(line)) ? null : alignedSeparator(filled);
  if (aligned !== null) return aligned;
  const regular = SEPARATORS.find((separator) => {
    const widths = new Map<number, number>();
    for (const line of filled) {
      const width = cellsOf(line, separator).length;
      if (width > 1) widths.set(width, (widths.get(width) ?? 0) + 1);
    }
    return Math.max(0, ...widths.values()) >= Math.max(1, filled.length * HALF);
  });
  return regular ?? likelySeparator(first);
}

/** Finds the header line of the table, its layout and its column names; line 0 for the layout `rows`, see `headerOf`. */
export function findTable(
  rows: readonly SheetRow[],
): Pick<FileReading, 'headerLine' | 'layout'> & { names: readonly string[] } {
  const head = rows.slice(0, HEADER_WITHIN);
  const wide = head.find(({ cells }) => layoutOf(cells) !== 'rows');
  if (wide !== undefined) return { headerLine: wide.line, layout: layoutOf(wide.cells), names: wide.cells };
  const beforeDays = lineBeforeBareDays(rows);
  if (beforeDays !== null) {
    const names = rows.find(({ line }) => line === beforeDays)?.cells ?? [];
    return { headerLine: beforeDays, layout: 'days', names };
  }
  const dated = findDatedRows(rows);
  if (dated !== null) return { ...dated, layout: 'dates' };
  const beforeMerged = lineBeforeMergedRows(rows);
  if (beforeMerged !== null) {
    const names = rows.find(({ line }) => line === beforeMerged)?.cells ?? [];
    return { headerLine: beforeMerged, layout: 'merged', names };
  }
  return { headerLine: 0, layout: 'rows', names: [] };
}
