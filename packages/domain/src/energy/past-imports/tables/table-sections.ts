import { isEmptyCell } from '../cell-number.ts';
import { namesMeter, quantityOf } from '../column-names.ts';
import type { SheetRow } from '../file-reading.ts';

/** The name of the column that holds the title of each row's table. */
const SECTION = 'Seção';

const filledOf = (cells: readonly string[]): readonly string[] => cells.filter((cell) => !isEmptyCell(cell));
const isNumber = (cell: string): boolean => /^\W*\d/.test(cell);

/** Whether a row is a header: only texts, of which one is a column name of the first table or a quantity. */
const isHeader = (cells: readonly string[], names: readonly string[]): boolean => {
  const filled = filledOf(cells);
  return (
    filled.length > 1 &&
    !filled.some(isNumber) &&
    (names.length === 0 || filled.some((cell) => names.includes(cell) || quantityOf(cell, false) !== null))
  );
};

const PAGE = /^(?:p[aá]g|page|folha|tabela|table)|\d[/.-]\d/i;

/** The title of the table below, in a line of one cell, or of a meter's name and number. */
const titleIn = (cells: readonly string[]): string | null => {
  const filled = filledOf(cells);
  const [first = ''] = filled;
  const isTitle = filled.length === 1 || (filled.length === 2 && namesMeter(first));
  return isTitle && !isNumber(first) && !PAGE.test(first) ? filled.join(' ') : null;
};

/** Merges several tables below each other: each column name gets a column, and the first column holds the table's title. */
export function createSectionTable(first: readonly string[]): {
  readonly columns: readonly string[];
  rowsOf(cells: readonly string[]): readonly (readonly string[])[];
} {
  const columns = [SECTION];
  let names: readonly string[] = [];
  let places: readonly number[] = [];
  let [title, next] = ['', ''];
  const open = (header: readonly string[]): void => {
    const used = new Set<number>();
    const before = places;
    places = header.map((name, index) => {
      const existing = columns.findIndex((column, at) => at > 0 && column === name && !used.has(at));
      const place =
        existing > 0 ? existing : (renamed(name, before[index], header) ?? columns.push(name) - 1);
      used.add(place);
      return place;
    });
    if (names.length === 0) names = header;
    [title, next] = [next, ''];
  };
  /** The column of a non-value that has a new name, for example in another language. */
  const renamed = (name: string, place: number | undefined, header: readonly string[]): number | null => {
    const former = place === undefined ? undefined : columns[place];
    const isGone = former !== undefined && !header.includes(former);
    const isNoValue = [name, former ?? ''].every((each) => quantityOf(each, false) === null);
    return isGone && isNoValue ? Number(place) : null;
  };
  const firstTitle = titleIn(first);
  if (firstTitle === null) open(first);
  else next = firstTitle;
  return {
    columns,
    rowsOf(cells) {
      if (isHeader(cells, names)) {
        open(cells);
        return [];
      }
      const found = titleIn(cells);
      next = found ?? next;
      if (found !== null) return [];
      const row = columns.map(() => '');
      row[0] = title;
      for (const [index, cell] of cells.entries()) row[places[index] ?? columns.length] = cell;
      return [row];
    },
  };
}

/** The first line of several tables: the title of the first one, or its header; null: the rows are one table. */
export function firstOfSections(rows: readonly SheetRow[], headerLine: number): number | null {
  const at = rows.findIndex(({ line }) => line === headerLine);
  const header = rows[at];
  if (header === undefined || filledOf(header.cells).length < 2) return null;
  const above = titleIn(rows[at - 1]?.cells ?? []);
  const titles = new Set([above ?? '']);
  let [next, hasOthers] = ['', false];
  for (const { cells } of rows.slice(at + 1)) {
    if (isHeader(cells, header.cells)) {
      hasOthers ||= cells.join('\n') !== header.cells.join('\n');
      titles.add(next);
      next = '';
    } else next = titleIn(cells) ?? next;
  }
  if (!hasOthers && titles.size < 2) return null;
  return above !== null && titles.size > 1 ? (rows[at - 1] as SheetRow).line : headerLine;
}
