import { cellAt } from '../../base/sheet/row-cells.ts';
import { withoutMarks } from '../../base/text/without-marks.ts';
import { isEmptyCell } from './cell-number.ts';
import { parseClock, parseMoment } from './cell-time.ts';
import { namesUnit } from './column-names.ts';
import { type CellMarks, cutColumns, joinedCells } from './cut-decimals.ts';
import { createDatedRows, createMergedRows } from './dated-rows.ts';
import { createWrittenDates, joinDates, type WrittenDates } from './dates/written-dates.ts';
import type { FileReading, PastLayout, SheetRow } from './file-reading.ts';
import { createSectionTable } from './tables/table-sections.ts';

const YEAR = /^(?:ano|year|aaaa|yyyy|yr)$/;
const MONTH = /^(?:mes|month|mm|mo)$/;
const DAY = /^(?:dia|day|dd|dia do mes)$/;
const HOUR = /^(?:hora|horas|hour|hr|hh|h)$/;
const MINUTE = /^(?:minutos?|min|minute)$/;

/** Indexes of the columns that hold the parts of a date. */
interface DateParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** Set only if there is a column of minutes too: an hour alone is the number of an interval. */
  readonly hour: number | null;
  readonly minute: number | null;
}

const plain = (name: string): string => withoutMarks(name).toLowerCase().trim();

/** Finds separate columns of year, month and day in a header; null: none. */
function datePartsIn(header: readonly string[]): DateParts | null {
  const names = header.map(plain);
  const find = (pattern: RegExp): number => names.findIndex((name) => pattern.test(name));
  const [year, month, day] = [find(YEAR), find(MONTH), find(DAY)] as const;
  if (year < 0 || month < 0 || day < 0) return null;
  const [hour, minute] = [find(HOUR), find(MINUTE)];
  const hasClock = hour >= 0 && minute >= 0;
  return { year, month, day, hour: hasClock ? hour : null, minute: hasClock ? minute : null };
}

/** Names of the date columns that are prepended to the header. */
const partNames = ({ hour }: DateParts): readonly string[] => (hour === null ? ['Data'] : ['Data', 'Hora']);

/** Date and time of day of a row, in the order of `partNames`. */
function partsOfRow(
  cells: readonly string[],
  { year, month, day, hour, minute }: DateParts,
): readonly string[] {
  const date = [day, month, year].map((column) => cellAt(cells, column)).join('/');
  if (hour === null) return [date];
  return [date, [hour, minute].map((column) => cellAt(cells, column).padStart(2, '0')).join(':')];
}

const MINUTES_A_DAY = 1_440;
const MINUTES_AN_HOUR = 60;
/** Minimum number of interval columns of a day: 23 hours, on a day with a clock change. */
const MIN_COLUMNS = 23;
const SLACK_COLUMNS = 4;
const STEPS = [24, 48, 96];
/** Minimum number of instant columns: a row with two starts and two ends has four. */
const MIN_INSTANTS = 6;

/** Converts rows of any layout to a table of one interval a row. */
interface SheetTable {
  readonly columns: readonly string[];
  rowsOf(cells: readonly string[]): readonly (readonly string[])[];
}

const two = (number: number): string => String(number).padStart(2, '0');
const clockText = (minutes: number): string =>
  `${two(Math.floor(minutes / MINUTES_AN_HOUR))}:${two(minutes % MINUTES_AN_HOUR)}`;

const NUMBER = /^[-+]?[\d.,]+$/;
const HOUR_LABEL = /^(?:h(?:ora|our|r|e)?|q|p)?\s?\d{1,2}\s?h?$/i;

const isDayLabel = (cell: string): boolean => {
  const [first = ''] = cell.split(/\s*(?:-|–|\ba\b|às)\s*(?=\d)/);
  return parseClock(first) !== null || HOUR_LABEL.test(first);
};

/** The consecutive columns that hold the intervals of a day: the first, how many a day has, and the unit column after them. */
function dayColumns(header: readonly string[]): { from: number; steps: number; unit: number | null } | null {
  const from = header.findIndex((cell, index) => isDayLabel(cell) && isDayLabel(header[index + 1] ?? ''));
  if (from < 0) return null;
  const after = header.findIndex((cell, index) => index > from && !isDayLabel(cell));
  const count = (after < 0 ? header.length : after) - from;
  const steps = STEPS.find((one) => count >= one - 1 && count <= one + SLACK_COLUMNS);
  // A row of small numbers may look like labels; labels do not repeat.
  const labels = new Set(header.slice(from, from + count));
  if (count < MIN_COLUMNS || steps === undefined || labels.size < MIN_COLUMNS) return null;
  const unit = header.findIndex((cell, index) => index >= from + count && namesUnit(cell));
  return { from, steps, unit: unit < 0 ? null : unit };
}

/** Index of the first column that holds an interval of a day; null: none. */
export const firstOfDayIn = (header: readonly string[]): number | null => dayColumns(header)?.from ?? null;

/** Whether a column name is an instant or, for columns of days, a date. */
const isInstant = (cell: string): boolean =>
  (['ymd', 'dmy', 'mdy'] as const).some((order) => {
    const moment = parseMoment(cell, order);
    return moment !== null && moment.day !== null;
  });

const CODE = /^0\d+$/;

/**
 * A row that holds a date and then only the values of a day's intervals. Decimals that a separator cut off do not count as
 * values.
 */
const bareDayIn = (
  cells: readonly string[],
): { date: string; values: readonly string[]; steps: number } | null => {
  const at = cells.findIndex(isInstant);
  const values = at < 0 ? [] : cells.slice(at + 1, cells.findLastIndex((cell) => cell !== '') + 1);
  const steps = STEPS.find((one) => values.length >= one - 1 && values.length <= one + SLACK_COLUMNS);
  const areValues = values.every((cell) => isEmptyCell(cell) || (NUMBER.test(cell) && !CODE.test(cell)));
  return steps === undefined || !areValues ? null : { date: String(cells[at]), values, steps };
};

/** The line before rows of days without a header; null: no such rows. */
export function lineBeforeBareDays(rows: readonly SheetRow[]): number | null {
  const days = rows.filter(({ cells }) => bareDayIn(cells) !== null);
  const [first] = days;
  return first !== undefined && days.length * 2 >= rows.length ? first.line - 1 : null;
}

const COMPLETE = /^[-+]?\d{1,6}$/;
const DECIMALS = /^\d{1,6}$/;

/** A row that holds a date and then the values of a day, each cut in two by its decimal comma. */
const cutDayIn = (cells: readonly string[]): { readonly at: number; readonly steps: number } | null => {
  const at = cells.findIndex(isInstant);
  const parts = at < 0 ? [] : cells.slice(at + 1, cells.findLastIndex((cell) => cell !== '') + 1);
  const steps = STEPS.find((one) => one * 2 === parts.length);
  const areCut = parts.every((cell, index) => (index % 2 === 0 ? COMPLETE : DECIMALS).test(cell));
  return steps === undefined || !areCut ? null : { at, steps };
};

/** The cut of rows of days without a header, and whether it is certain: only decimals have leading zeros. Null: no such rows. */
export function cutOfBareDays(rows: readonly SheetRow[]): {
  readonly line: number;
  readonly cut: NonNullable<FileReading['cutNumbers']>;
  readonly isSure: boolean;
} | null {
  const days = rows.flatMap((row) => {
    const day = cutDayIn(row.cells);
    return day === null ? [] : [{ ...day, row }];
  });
  const [first] = days;
  if (first === undefined || days.length * 2 < rows.length) return null;
  const columns = Array.from({ length: first.steps }, (_, index) => first.at + 1 + index);
  return {
    line: first.row.line - 1,
    cut: { columns, width: first.at + 1 + first.steps },
    isSure: days.some(({ at, row }) =>
      row.cells.some((cell, column) => column > at && (column - at) % 2 === 0 && CODE.test(cell)),
    ),
  };
}

/** The layout of a table by its header. */
export function layoutOf(header: readonly string[]): PastLayout {
  if (header[0] === '100' && header[1] === 'NEM12') return 'nem12';
  if (dayColumns(header) !== null) return 'days';
  if (datePartsIn(header) !== null) return 'parts';
  return header.filter(isInstant).length >= MIN_INSTANTS ? 'instants' : 'rows';
}

const plainTable = (columns: readonly string[]): SheetTable => ({ columns, rowsOf: (cells) => [cells] });

function daysTable(header: readonly string[]): SheetTable {
  const run = dayColumns(header);
  if (run === null) return bareDaysTable;
  const { from, steps, unit } = run;
  const before = (cells: readonly string[]): readonly string[] =>
    unit === null ? cells.slice(0, from) : [...cells.slice(0, from), cellAt(cells, unit)];
  return {
    columns: [...before(header), ...DAY_COLUMNS],
    rowsOf: (cells) => intervalsOf(before(cells), cells.slice(from), steps),
  };
}

const DAY_COLUMNS = ['Hora início', 'Hora fim', 'Valor'];

/** Converts a row of a day to one row for each interval. */
const intervalsOf = (
  before: readonly string[],
  values: readonly string[],
  steps: number,
): readonly (readonly string[])[] => {
  const minutes = MINUTES_A_DAY / steps;
  return values
    .slice(0, steps)
    .map((cell, index) => [...before, clockText(index * minutes), clockText((index + 1) * minutes), cell]);
};

const bareDaysTable: SheetTable = {
  columns: ['Data', ...DAY_COLUMNS],
  rowsOf(cells) {
    const day = bareDayIn(cells);
    return day === null ? [] : intervalsOf([day.date], day.values, day.steps);
  },
};

function instantsTable(header: readonly string[]): SheetTable {
  const columns = header.flatMap((cell, column) => (isInstant(cell) ? [column] : []));
  const fixed = header.flatMap((_, column) => (columns.includes(column) ? [] : [column]));
  return {
    columns: [...fixed.map((column) => String(header[column])), 'Início', 'Valor'],
    rowsOf: (cells) =>
      columns.map((column) => [
        ...fixed.map((one) => cellAt(cells, one)),
        String(header[column]),
        cellAt(cells, column),
      ]),
  };
}

const NEM12_COLUMNS = ['NMI', 'Grandeza', 'Unidade', 'Data', 'Hora início', 'Hora fim', 'Valor'];

/**
 * Converts NEM12 records (AEMO, Meter Data File Format): a 200 record names the register, the 300 records after it hold its days.
 */
function nem12Table(): SheetTable {
  let head: readonly string[] = [];
  let minutes = MINUTES_AN_HOUR;
  return {
    columns: NEM12_COLUMNS,
    rowsOf(cells) {
      if (cells[0] === '200') {
        head = [cellAt(cells, 1), cellAt(cells, 4), cellAt(cells, 7)];
        minutes = Number(cells[8]) || MINUTES_AN_HOUR;
      }
      if (cells[0] !== '300') return [];
      return cells
        .slice(2, 2 + MINUTES_A_DAY / minutes)
        .map((cell, index) => [
          ...head,
          cellAt(cells, 1),
          clockText(index * minutes),
          clockText((index + 1) * minutes),
          cell,
        ]);
    },
  };
}

/** Converts separate columns of year, month and day to one date column before the others. */
function partsTable(header: readonly string[]): SheetTable {
  const parts = datePartsIn(header);
  if (parts === null) return plainTable(header);
  return {
    columns: [...partNames(parts), ...header],
    rowsOf: (cells) => [[...partsOfRow(cells, parts), ...cells]],
  };
}

/**
 * Creates the converter of a file's rows. It has state, so each pass needs a new one.
 * @param marks - for text files: how cells are separated, and how dates are written
 */
export function createSheetTable(
  layout: PastLayout,
  header: readonly string[],
  marks: CellMarks & WrittenDates,
): SheetTable {
  const table = tableOf(layout, header);
  const cut =
    layout === 'nem12' || layout === 'sections' ? null : cutColumns(marks, header, firstOfDayIn(header));
  const written = createWrittenDates(marks);
  // A row reduced to one cell is refused, because every row needs more.
  const isByComma = marks.separator === ',' && marks.sheet === null;
  const joined = (row: readonly string[]): readonly string[] => {
    const [own, fitting] = isByComma ? [joinDates(row), joinDates(row, header)] : [row, row];
    return cut === null ? fitting : (joinedCells(own, cut) ?? joinedCells(fitting, cut) ?? row.slice(0, 1));
  };
  return { ...table, rowsOf: (cells) => table.rowsOf(joined(cells)).map(written) };
}

function tableOf(layout: PastLayout, header: readonly string[]): SheetTable {
  if (layout === 'days') return daysTable(header);
  if (layout === 'instants') return instantsTable(header);
  if (layout === 'dates') return { columns: ['Data', ...header], rowsOf: createDatedRows() };
  if (layout === 'parts') return partsTable(header);
  if (layout === 'merged') return { columns: header, rowsOf: createMergedRows() };
  if (layout === 'sections') return createSectionTable(header);
  return layout === 'nem12' ? nem12Table() : plainTable(header);
}
