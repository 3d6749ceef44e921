import { cellsOf } from '../../../base/sheet/row-cells.ts';
import { parseMoment } from '../cell-time.ts';

const NUMBER = /^[-+]?(?:\d{1,3}(?:[.,]\d{3})*|\d+)(?:[.,]\d+)?$/;
/** The offset of a zone before the cells that commas part. */
const AFTER_ZONE = /^[-+]\d\d:?\d\d,/;
const ORDERS = ['ymd', 'dmy', 'mdy'] as const;
const HALF = 0.5;

/** Whether spaces part a date, and a number at the end. */
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

/** The separator of columns that spaces align: several spaces, or each one; `null`: they do not. */
export function alignedSeparator(lines: readonly string[]): '  ' | ' ' | null {
  const filled = lines.filter((line) => line.trim() !== '');
  const aligned = filled.filter(isAligned);
  if (aligned.length === 0 || aligned.length <= filled.length * HALF) return null;
  const wide = aligned.filter((line) => cellsOf(line, '  ').length > 1);
  return wide.length > aligned.length * HALF ? '  ' : ' ';
}
