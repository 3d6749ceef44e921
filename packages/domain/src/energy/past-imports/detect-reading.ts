import { cellAt, cellsOf } from '../../base/sheet/row-cells.ts';
import {
  likelySeparator,
  SEPARATORS,
  type Separator,
  separatorHint,
} from '../../base/sheet/separator-hint.ts';
import type { Zone } from '../../base/time/zone.ts';
import { unitOf, unitOfEntity } from './column-names.ts';
import { type CellMarks, mayCut } from './cut-decimals.ts';
import { findDatedRows } from './dated-rows.ts';
import { decimalOf } from './detect-numbers.ts';
import { detectSides, type Rows, rowsByKind } from './detect-sides.ts';
import {
  dateOrders,
  instantMeaning,
  intervalOf,
  isLateMidnight,
  isNewestFirst,
  isRegular,
  settleOrder,
  timeColumnsOf,
  timesOf,
  zoneOfNames,
} from './detect-times.ts';
import { detectValues } from './detect-values.ts';
import { candidate, type FileQuestion, type SheetRow, type SheetSample } from './file-question.ts';
import {
  type FileReading,
  MAX_INTERVAL_MINUTES,
  type PastEncoding,
  type PastLayout,
  type PastTime,
} from './file-reading.ts';
import { rowsOfMark } from './row-marks.ts';
import { rowTime } from './row-time.ts';
import { createSheetTable, layoutOf } from './sheet-table.ts';
import { headerOf, unitBefore, zoneBefore } from './table-header.ts';

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
/** Intervals of a table that has several in a row. */
const MAX_BODY = 20_000;
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
  const dated = findDatedRows(rows);
  if (dated !== null) return { ...dated, layout: 'dates' };
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
  estimatedColumn: null,
  unitColumn: null,
  kinds: null,
  marks: null,
  only: null,
  repeats: 'ask',
  longRows: 'refused',
  statedPeriods: 'ask',
  pulse: null,
  open: [],
});

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
    const below = rows.filter(({ line }) => line > found.headerLine).map(({ cells }) => cells);
    const marks = marksOf(source, found.layout === 'nem12' ? [] : below, found.names);
    const table = createSheetTable(found.layout, found.names, marks);
    const body = below.flatMap((cells) => table.rowsOf(cells));
    const unit =
      unitBefore(rows, found.headerLine) ??
      [...table.columns, ...found.names].map(unitOf).find((each) => each !== null) ??
      null;
    const part = {
      rows: body.slice(0, MAX_BODY),
      names: table.columns,
      isWhole: sample.isWhole && body.length <= MAX_BODY,
      unit,
      zone: zoneBefore(rows, found.headerLine),
    };
    return detectColumns({ ...start, decimal: marks.decimal }, part, meter);
  }
  const cells = rows.map((row) => row.cells);
  const [time] = dateOrders(cells);
  if (time === undefined)
    return { reading: { ...unrecognised(source, meter), headerLine: rows[0]?.line ?? 0 }, questions: [] };
  const { first, names, headerLine } = headerOf(rows, time, start);
  const below = cells.slice(first);
  const marks = marksOf(source, below, names);
  const table = createSheetTable('rows', names, marks);
  return detectColumns(
    { ...start, headerLine, decimal: marks.decimal },
    {
      rows: below.flatMap((each) => table.rowsOf(each)),
      names,
      isWhole: sample.isWhole,
      unit: unitBefore(rows, headerLine),
      zone: zoneBefore(rows, headerLine),
    },
    meter,
  );
}

/** Commas between cells are decimal commas too where most rows have more cells than there are names. */
const marksOf = (source: SheetSource, rows: Rows, names: readonly string[]): CellMarks => {
  const decimal = source.separator === ',' && source.sheet === null && overflows(rows, names) ? ',' : '.';
  return { ...source, decimal };
};

const overflows = (rows: Rows, names: readonly string[]): boolean =>
  names.length > 0 &&
  rows.filter((cells) => cells.slice(names.length).some((cell) => cell !== '')).length > rows.length * HALF;

interface BodyTable {
  readonly rows: Rows;
  readonly names: readonly string[];
  readonly isWhole: boolean;
  /** The unit that stands outside the columns of values. */
  readonly unit: ReturnType<typeof unitOf>;
  /** The zone that stands before the table. */
  readonly zone: Zone | null;
}

function detectColumns(start: FileReading, table: BodyTable, meter: PastMeter): DetectedReading {
  const { rows, names } = table;
  const orders = dateOrders(rows);
  const withOrder = (time: PastTime): FileReading => {
    const columns = timeColumnsOf(rows, names, time);
    return { ...start, ...columns, zone: zoneOfNames(names, columns) ?? table.zone ?? meter.zone };
  };
  if (orders.length === 0) return { reading: start, questions: [] };
  const settled = settleOrder(orders, (time) => timesOf(rows, withOrder(time)), names, rows);
  const timed = withOrder(settled.time);
  const taken = new Set([timed.timeColumn, timed.clockColumn, timed.endColumn, timed.endClockColumn]);
  const others = rows.flatMap((cells) => cells.filter((_, column) => !taken.has(column)));
  const isNative = start.sheet !== null && !others.some((cell) => /\d,\d/.test(cell));
  const { decimal, question } = isNative
    ? ({ decimal: '.', question: null } as const)
    : mayCut(start)
      ? ({ decimal: ',', question: null } as const)
      : decimalOf(others, start.separator);
  const sides = detectSides(table, taken, decimal, meter);
  const detected = detectAmounts({ ...timed, decimal, ...sides.mapping }, table, sides.taken, meter);
  const questions = [settled.question, question, sides.question, ...detected.questions].filter(
    (each) => each !== null,
  );
  return { reading: { ...detected.reading, open: questions.map(({ about }) => about) }, questions };
}

const INSTANT_QUESTION: FileQuestion = {
  about: 'instant',
  candidates: [
    candidate('o início do intervalo', { instant: 'start' }),
    candidate('o fim do intervalo', { instant: 'end' }),
  ],
};

/** Layouts whose table has one column of values, the last. */
const WIDE: readonly PastLayout[] = ['days', 'instants', 'nem12'];
const allBut = (last: number): ReadonlySet<number> =>
  new Set(Array.from({ length: last }, (_, column) => column));

/** The values, and the intervals in which they are. */
function detectAmounts(
  spaced: FileReading,
  { rows, names, isWhole, unit }: BodyTable,
  taken: ReadonlySet<number | null>,
  { isWater, zone: home }: PastMeter,
): DetectedReading {
  const { only, kinds, marks, unitColumn } = spaced;
  const ofMeter = rows.filter((cells) => only === null || cells[only.column] === only.text);
  const [ofOneKind = ofMeter] = kinds === null ? [] : rowsByKind(ofMeter, kinds);
  const instants = new Set(timesOf(ofOneKind, spaced)).size;
  const ofKind = rowsOfMark(ofOneKind, marks, instants);
  const reading = { ...spaced, intervalMinutes: intervalOf(ofKind, spaced) };
  const ordered = isNewestFirst(ofKind, reading) ? ofKind.toReversed() : ofKind;
  const isLate = isLateMidnight(ordered, reading);
  const meaning = isLate ? 'end' : instantMeaning(ofKind, names, reading, { isWhole, home });
  const inColumn =
    unitColumn === null ? [] : ordered.flatMap((cells) => unitOf(cellAt(cells, unitColumn)) ?? []);
  const inEntity = ordered.flatMap((cells) => cells.flatMap((cell) => unitOfEntity(cell) ?? []));
  const inKinds = kinds?.texts.flatMap(({ text, quantity }) =>
    quantity === null ? [] : (unitOf(text) ?? []),
  );
  const unitBeside = inColumn[0] ?? unit ?? inKinds?.[0] ?? inEntity[0] ?? null;
  const { values, questions } = detectValues({
    rows: ordered,
    names,
    taken: WIDE.includes(spaced.layout) ? allBut(names.length - 1) : taken,
    decimal: spaced.decimal,
    isWater,
    unitBeside,
    isRegular: isRegular(ordered, reading),
    instants: ordered.map((cells) => rowTime(cells, reading)?.at ?? null),
    zone: reading.zone,
  });
  const isLabelled = reading.endColumn === null && values.some(({ isRegister }) => !isRegister);
  const isAsked = meaning === null && isLabelled && reading.intervalMinutes <= MAX_INTERVAL_MINUTES;
  return {
    reading: { ...reading, instant: meaning ?? 'start', lateMidnight: isLate, values },
    questions: isAsked ? [...questions, INSTANT_QUESTION] : questions,
  };
}
