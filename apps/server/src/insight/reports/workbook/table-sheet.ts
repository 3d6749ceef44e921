import type { Cell, ReportTable } from '../content/report-content.ts';
import { cellXml, textCell } from './sheet-cells.ts';
import { row, sheetXml } from './sheet-xml.ts';
import { HEAD, HEAD_NOTE, HEAD_RIGHT } from './workbook-styles.ts';

interface SheetColumn {
  readonly label: string;
  readonly isRight: boolean;
  readonly isNote?: boolean;
  readonly cells: readonly Cell[];
}

const unitOf = (cell: Cell): string => (typeof cell === 'object' && 'unit' in cell ? (cell.unit ?? '') : '');

/** The unit of a column stands at its head; where rows have different ones, in a column beside it. */
const columnsOf = ({ columns, rows }: ReportTable): readonly SheetColumn[] => {
  const sheetColumns = columns.flatMap(({ label, align }, index): SheetColumn[] => {
    const cells = rows.map((one) => one.cells[index] ?? '');
    const units = new Set(cells.map(unitOf).filter((unit) => unit !== ''));
    const column = { label, isRight: align === 'right', cells };
    if (units.size > 1)
      return [column, { label: 'Unidade', isRight: false, isNote: true, cells: cells.map(unitOf) }];
    const [unit] = units;
    return [unit === undefined || label.includes('(') ? column : { ...column, label: `${label} (${unit})` }];
  });
  const notes = rows.map(({ note }) => note ?? '');
  return notes.every((note) => note === '')
    ? sheetColumns
    : [...sheetColumns, { label: 'Observação', isRight: false, isNote: true, cells: notes }];
};

const widthOf = ({ label, isNote = false }: SheetColumn, index: number): number => {
  if (index === 0 || label === 'Observação') return 44;
  return isNote ? 12 : 18;
};

const headOf = ({ label, isRight, isNote = false }: SheetColumn): string =>
  textCell(label, isNote ? HEAD_NOTE : isRight ? HEAD_RIGHT : HEAD);

/** A table of a report as a sheet, whose head stays while it is scrolled. */
export const tableSheet = (table: ReportTable): string => {
  const columns = columnsOf(table);
  return sheetXml({
    widths: columns.map(widthOf),
    frozen: 1,
    rows: [
      row(columns.map(headOf).join(''), 20),
      ...table.rows.map(({ isTotal = false }, index) =>
        row(
          columns
            .map(({ cells, isRight, isNote = false }) => {
              const textStyle = isNote ? 'note' : isRight ? 'text-right' : 'text';
              return cellXml(cells[index] ?? '', { isTotal, textStyle });
            })
            .join(''),
        ),
      ),
    ],
  });
};
