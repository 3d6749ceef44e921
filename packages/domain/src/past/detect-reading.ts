import { cellAt, cellsOf } from '../sheet/row-cells.ts';
import { likelySeparator, SEPARATORS, type Separator, separatorHint } from '../sheet/separator-hint.ts';
import type { Zone } from '../time/zone.ts';
import { isEmptyCell, splitUnit } from './cell-number.ts';
import { describeName, namesMeter, namesQuantity, namesUnit, quantityOf, unitOf } from './column-names.ts';
import { decimalOf, isNumeric } from './detect-numbers.ts';
import {
  dateOrders,
  instantMeaning,
  intervalOf,
  isLateMidnight,
  isNewestFirst,
  nameAt,
  settleOrder,
  timeColumnsOf,
  timesOf,
  widthOf,
  zoneOfNames,
} from './detect-times.ts';
import { detectValues } from './detect-values.ts';
import { candidate, type FileQuestion, type SheetRow, type SheetSample } from './file-question.ts';
import {
  type FileReading,
  LONGEST_INTERVAL_MINUTES,
  type PastEncoding,
  type PastQuantity,
  type PastTime,
} from './file-reading.ts';
import { rowTime } from './row-time.ts';
import { createSheetTable, layoutOf } from './sheet-table.ts';

/** The meter that a file is for. */
export interface PastMeter {
  readonly isWater: boolean;
  readonly zone: Zone;
}

/** How the bytes of a file became rows. */
type SheetSource = Pick<FileReading, 'sheet' | 'separator'> & { readonly encoding: PastEncoding };

interface DetectedReading {
  readonly reading: FileReading;
  readonly questions: readonly FileQuestion[];
}

const HEADER_WITHIN = 60;
const DAY_MINUTES = 1_440;
const MOST_METERS = 20;
/** Intervals of a table that has several in a row. */
const MOST_BODY = 20_000;
const FEWEST_ROWS = 2;
const HALF = 0.5;

/** The separator of a text: that of its hint, or the first that cuts half of its lines into equally many cells. */
export function detectSeparator(lines: readonly string[]): Separator {
  const [first = ''] = lines;
  const hint = separatorHint(first);
  if (hint !== null) return hint;
  const filled = lines.filter((line) => line.trim() !== '');
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

const isFilled = ({ cells }: SheetRow): boolean => cells.some((cell) => cell !== '');

/** Where the table begins, in which layout, and under which names. */
function findTable(
  rows: readonly SheetRow[],
): Pick<FileReading, 'headerLine' | 'layout'> & { names: readonly string[] } {
  const head = rows.slice(0, HEADER_WITHIN);
  const wide = head.find(({ cells }) => layoutOf(cells) !== 'rows');
  if (wide !== undefined) return { headerLine: wide.line, layout: layoutOf(wide.cells), names: wide.cells };
  return { headerLine: 0, layout: 'rows', names: [] };
}

const unrecognised = (source: SheetSource, { zone }: PastMeter): FileReading => ({
  ...source,
  decimal: ',',
  headerLine: 0,
  layout: 'rows',
  timeColumn: null,
  clockColumn: null,
  endColumn: null,
  endClockColumn: null,
  time: 'dmy',
  hours: 'clock',
  zone,
  instant: 'start',
  lateMidnight: false,
  intervalMinutes: 15,
  values: [],
  unitColumn: null,
  kinds: null,
  only: null,
  repeats: 'ask',
  pulse: null,
  open: [],
});

type Rows = readonly (readonly string[])[];

const columnsOf = (rows: Rows): number[] => Array.from({ length: widthOf(rows) }, (_, column) => column);
const cellsIn = (rows: Rows, column: number): string[] => rows.map((cells) => cellAt(cells, column));

/** A column of texts of which there are several: the meters of the file. */
function meterColumn(
  rows: Rows,
  names: readonly string[],
  taken: ReadonlySet<number | null>,
  decimal: ',' | '.',
): { column: number; texts: string[] } | null {
  for (const column of columnsOf(rows)) {
    if (taken.has(column)) continue;
    const cells = cellsIn(rows, column).filter((cell) => cell !== '');
    const texts = [...new Set(cells)];
    const isNamed = namesMeter(nameAt(names, column));
    const isText = names.length === 0 && column === 0 && !isNumeric(cells, decimal);
    if (
      (isNamed || isText) &&
      texts.length > 1 &&
      texts.length <= MOST_METERS &&
      cells.length >= texts.length * FEWEST_ROWS
    )
      return { column, texts };
  }
  return null;
}

/** A column whose texts name the quantity of each row. */
function kindsOf(
  rows: Rows,
  names: readonly string[],
  taken: ReadonlySet<number | null>,
  isWater: boolean,
): FileReading['kinds'] {
  const column = columnsOf(rows).find((each) => {
    const texts = [...new Set(cellsIn(rows, each))];
    return (
      !taken.has(each) &&
      namesQuantity(nameAt(names, each)) &&
      texts.length <= MOST_METERS &&
      texts.some((text) => quantityOf(text, isWater) !== null)
    );
  });
  if (column === undefined) return null;
  const texts = [...new Set(cellsIn(rows, column))].map((text) => ({
    text,
    quantity: quantityOf(text, isWater),
    place: describeName(text, isWater).place,
  }));
  const hasGrid = (quantity: PastQuantity | null): boolean =>
    texts.some((each) => each.quantity === quantity && each.place === 'grid');
  return {
    column,
    texts: texts.map(({ text, quantity, place }) => ({
      text,
      quantity: place !== 'grid' && hasGrid(quantity) ? null : quantity,
    })),
  };
}

const unitColumnOf = (
  rows: Rows,
  names: readonly string[],
  taken: ReadonlySet<number | null>,
): number | null =>
  columnsOf(rows).find((column) => {
    const cells = cellsIn(rows, column).filter((cell) => !isEmptyCell(cell));
    return (
      !taken.has(column) &&
      cells.length > 0 &&
      (namesUnit(nameAt(names, column)) || cells.every((cell) => !/\d/.test(cell.replace(/[³3]/g, '')))) &&
      cells.every((cell) => unitOf(cell) !== null && splitUnit(cell).unit === null)
    );
  }) ?? null;

/** The one unit that lines before the table name. */
function unitBefore(rows: readonly SheetRow[], line: number): ReturnType<typeof unitOf> {
  const units = new Set(
    rows.filter((row) => row.line < line).flatMap(({ cells }) => cells.flatMap((cell) => unitOf(cell) ?? [])),
  );
  const [unit = null, other] = units;
  return other === undefined ? unit : null;
}

/**
 * Detects the mapping of a file from some of its rows. Whatever two readings would see differently is a question; a
 * file that is not recognised has a mapping without columns, for a person to fill in.
 */
export function detectReading(sample: SheetSample, source: SheetSource, meter: PastMeter): DetectedReading {
  const rows = sample.rows.filter(isFilled);
  const found = findTable(rows);
  const start: FileReading = {
    ...unrecognised(source, meter),
    headerLine: found.headerLine,
    layout: found.layout,
    intervalMinutes: DAY_MINUTES,
  };
  if (found.layout !== 'rows') {
    const table = createSheetTable(found.layout, found.names);
    const body = rows
      .filter(({ line }) => line > found.headerLine)
      .flatMap(({ cells }) => table.rowsOf(cells));
    const unit =
      unitBefore(rows, found.headerLine) ?? table.columns.map(unitOf).find((each) => each !== null) ?? null;
    const part = {
      rows: body.slice(0, MOST_BODY),
      names: table.columns,
      isWhole: sample.isWhole && body.length <= MOST_BODY,
      unit,
    };
    return detectColumns(start, part, meter);
  }
  const cells = rows.map((row) => row.cells);
  const [time] = dateOrders(cells);
  if (time === undefined)
    return { reading: { ...unrecognised(source, meter), headerLine: rows[0]?.line ?? 0 }, questions: [] };
  const { first, names, headerLine } = headerOf(rows, time, start);
  const body = cells.slice(first);
  return detectColumns(
    { ...start, headerLine },
    { rows: body, names, isWhole: sample.isWhole, unit: unitBefore(rows, headerLine) },
    meter,
  );
}

/** The first row of data is the first of two in a row that have an instant; the names stand before it. */
function headerOf(
  rows: readonly SheetRow[],
  time: PastTime,
  start: FileReading,
): { first: number; names: readonly string[]; headerLine: number } {
  const columns = timeColumnsOf(
    rows.map(({ cells }) => cells),
    [],
    time,
  );
  const reading: FileReading = { ...start, ...columns, endColumn: null, endClockColumn: null };
  const isData = rows.map(({ cells }) => rowTime(cells, reading) !== null);
  const pair = isData.findIndex((is, index) => is && isData[index + 1] !== false);
  const first = Math.max(0, pair);
  const header =
    rows.slice(0, first).findLast(({ cells }) => cells.filter((cell) => cell !== '').length > 1) ??
    rows[first - 1];
  return { first, names: header?.cells ?? [], headerLine: header?.line ?? 0 };
}

interface BodyTable {
  readonly rows: Rows;
  readonly names: readonly string[];
  readonly isWhole: boolean;
  /** The unit that stands outside the columns of values. */
  readonly unit: ReturnType<typeof unitOf>;
}

function detectColumns(start: FileReading, table: BodyTable, meter: PastMeter): DetectedReading {
  const { rows, names } = table;
  const orders = dateOrders(rows);
  const withOrder = (time: PastTime): FileReading => {
    const columns = timeColumnsOf(rows, names, time);
    return { ...start, ...columns, zone: zoneOfNames(names, columns, meter.zone) };
  };
  if (orders.length === 0) return { reading: start, questions: [] };
  const settled = settleOrder(orders, (time) => timesOf(rows, withOrder(time)), names, rows);
  const timed = withOrder(settled.time);
  const taken = new Set([timed.timeColumn, timed.clockColumn, timed.endColumn, timed.endClockColumn]);
  const others = rows.flatMap((cells) => cells.filter((_, column) => !taken.has(column)));
  const isNative = start.sheet !== null && !others.some((cell) => /\d,\d/.test(cell));
  const { decimal, question } = isNative
    ? ({ decimal: '.', question: null } as const)
    : decimalOf(others, start.separator);
  const sides = detectSides(table, taken, decimal, meter);
  const detected = detectAmounts({ ...timed, decimal, ...sides.mapping }, table, sides.taken, meter);
  const questions = [settled.question, question, sides.question, ...detected.questions].filter(
    (each) => each !== null,
  );
  return { reading: { ...detected.reading, open: questions.map(({ about }) => about) }, questions };
}

/** The columns beside the values: units, quantities and meters of the rows. */
function detectSides(
  { rows, names }: BodyTable,
  times: ReadonlySet<number | null>,
  decimal: ',' | '.',
  { isWater }: PastMeter,
): {
  mapping: Pick<FileReading, 'unitColumn' | 'kinds' | 'only'>;
  taken: ReadonlySet<number | null>;
  question: FileQuestion | null;
} {
  const unitColumn = unitColumnOf(rows, names, times);
  const kinds = kindsOf(rows, names, new Set([...times, unitColumn]), isWater);
  const taken = new Set([...times, unitColumn, kinds?.column ?? null]);
  const tables = kinds === null ? [rows] : rowsByKind(rows, kinds);
  const meters =
    tables.map((each) => meterColumn(each, names, taken, decimal)).find((each) => each !== null) ?? null;
  const named = columnsOf(rows).filter((column) => {
    const name = nameAt(names, column);
    return namesMeter(name) && describeName(name, isWater).unit === null;
  });
  const all = new Set([...taken, ...named, meters?.column ?? null]);
  if (meters === null) return { mapping: { unitColumn, kinds, only: null }, taken: all, question: null };
  const { column, texts } = meters;
  const candidates = [
    ...texts.map((text) => candidate(text, { only: { column, text } })),
    candidate('todos somados', { only: null, repeats: 'sum' }),
  ];
  return {
    mapping: { unitColumn, kinds, only: { column, text: String(texts[0]) } },
    taken: all,
    question: { about: 'meter', candidates },
  };
}

/** The rows of each quantity that is taken. */
const rowsByKind = (rows: Rows, { column, texts }: NonNullable<FileReading['kinds']>): Rows[] =>
  texts
    .filter(({ quantity }) => quantity !== null)
    .map(({ text }) => rows.filter((cells) => cells[column] === text));

const INSTANT_QUESTION: FileQuestion = {
  about: 'instant',
  candidates: [
    candidate('o início do intervalo', { instant: 'start' }),
    candidate('o fim do intervalo', { instant: 'end' }),
  ],
};

/** The values, and the intervals in which they are. */
function detectAmounts(
  spaced: FileReading,
  { rows, names, isWhole, unit }: BodyTable,
  taken: ReadonlySet<number | null>,
  { isWater }: PastMeter,
): DetectedReading {
  const { only, kinds, unitColumn } = spaced;
  const ofMeter = rows.filter((cells) => only === null || cells[only.column] === only.text);
  const [ofKind = ofMeter] = kinds === null ? [] : rowsByKind(ofMeter, kinds);
  const reading = { ...spaced, intervalMinutes: intervalOf(ofKind, spaced) };
  const isLate = isLateMidnight(ofKind, reading);
  const meaning = isLate ? 'end' : instantMeaning(ofKind, names, reading, isWhole);
  const ordered = isNewestFirst(ofKind, reading) ? ofKind.toReversed() : ofKind;
  const inColumn =
    unitColumn === null ? [] : ordered.flatMap((cells) => unitOf(cellAt(cells, unitColumn)) ?? []);
  const unitBeside = inColumn[0] ?? unit;
  const { values, questions } = detectValues({
    rows: ordered,
    names,
    taken,
    decimal: spaced.decimal,
    isWater,
    unitBeside,
  });
  const isLabelled = reading.endColumn === null && values.some(({ isRegister }) => !isRegister);
  const isAsked = meaning === null && isLabelled && reading.intervalMinutes <= LONGEST_INTERVAL_MINUTES;
  return {
    reading: { ...reading, instant: meaning ?? 'start', lateMidnight: isLate, values },
    questions: isAsked ? [...questions, INSTANT_QUESTION] : questions,
  };
}
