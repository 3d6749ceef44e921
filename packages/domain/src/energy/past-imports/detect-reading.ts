import { cellAt } from '../../base/sheet/row-cells.ts';
import type { Instant, Zone } from '../../base/time/zone.ts';
import { isPortuguese, isUnit, namesZone, unitOf, unitOfEntity, zoneIn } from './column-names.ts';
import { cutByNames, cutsIn } from './cut-decimals.ts';
import { joinDates } from './dates/cut-dates.ts';
import { dateOrders, settleOrder } from './dates/date-orders.ts';
import { dayQuestion } from './dates/day-question.ts';
import { createWrittenDates, firstDayIn } from './dates/written-dates.ts';
import { yearlessDatesIn, yearsOf } from './dates/years.ts';
import { decimalOf } from './decimal-marks.ts';
import { detectSides, type Rows, rowsByKind } from './detect-sides.ts';
import {
  cellsIn,
  dayRivals,
  instantMeaning,
  intervalOf,
  isLateMidnight,
  isNewestFirst,
  isRegular,
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
import { createSheetTable, cutOfBareDays, firstOfDayIn } from './sheet-table.ts';
import { findTable } from './tables/find-table.ts';

/** Lines above a line of units that name its columns. */
const NAME_LINES = 2;
const DATE_FORMAT = /^\[?(?=.*[dDhH])[dDmMyYaAhHsS:/.\-\s]+\]?$/;

/** The one unit that lines before the table name. */
function unitBefore(rows: readonly SheetRow[], line: number): ReturnType<typeof unitOf> {
  const units = new Set(
    rows.filter((row) => row.line < line).flatMap(({ cells }) => cells.flatMap((cell) => unitOf(cell) ?? [])),
  );
  const [unit = null, other] = units;
  return other === undefined ? unit : null;
}

/** The zone that lines before the table name. */
const zoneBefore = (rows: readonly SheetRow[], line: number): Zone | null =>
  rows
    .filter((row) => row.line < line)
    .map(({ cells }) => cells.join(' '))
    .filter(namesZone)
    .map(zoneIn)
    .find((zone) => zone !== null) ?? null;

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
  const before = rows.slice(0, first);
  const header =
    before.findLast(({ cells }) => cells.filter((cell) => cell !== '').length > 1) ?? rows[first - 1];
  const last = before.at(-1);
  if (header === undefined || last === undefined) return { first, names: [], headerLine: 0 };
  const units = isUnitsRow(last.cells) ? last : header;
  if (!isUnitsRow(units.cells)) return { first, names: header.cells, headerLine: header.line };
  return { first, names: namesAbove(before, units), headerLine: units.line };
}

/** Formats of dates, and units: what stands below the names of columns. */
const isUnitsRow = (cells: readonly string[]): boolean => {
  const filled = cells.filter((cell) => cell !== '');
  return filled.some(isUnit) && filled.every((cell) => isUnit(cell) || DATE_FORMAT.test(cell));
};

/** Names in the lines directly above the units, and the unit of each. */
const namesAbove = (before: readonly SheetRow[], units: SheetRow): string[] => {
  const above = before.filter(
    ({ line, cells }) =>
      line < units.line && line >= units.line - NAME_LINES && cells.length === units.cells.length,
  );
  return units.cells.map((unit, column) =>
    [...above.map(({ cells }) => cellAt(cells, column)), unit].filter((text) => text !== '').join(' '),
  );
};

/** The meter that a file is for. */
export interface PastMeter {
  readonly isWater: boolean;
  readonly zone: Zone;
  /** The newest instant that its files may have. */
  readonly newest: Instant;
}

/** How the bytes of a file became rows, and what a person has stated about its numbers. */
type SheetSource = Pick<FileReading, 'sheet' | 'separator'> &
  Partial<Pick<FileReading, 'decimal' | 'cutNumbers'>> & { readonly encoding: PastEncoding };

interface DetectedReading {
  readonly reading: FileReading;
  readonly questions: readonly FileQuestion[];
}

const DAY_MINUTES = 1_440;
/** Intervals of a table that has several in a row. */
const MAX_BODY = 20_000;

const isFilled = ({ cells }: SheetRow): boolean => cells.some((cell) => cell !== '');

const unrecognised = (source: SheetSource, { zone }: PastMeter): FileReading => ({
  decimal: ',',
  cutNumbers: null,
  ...source,
  headerLine: 0,
  layout: 'rows',
  timeColumn: null,
  clockColumn: null,
  endColumn: null,
  endClockColumn: null,
  time: 'dmy',
  year: null,
  firstDay: null,
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
  rollovers: 'ask',
  statedPeriods: 'ask',
  pulse: null,
  open: [],
});

/**
 * Detects the mapping of a file from some of its rows. Whatever two readings would see differently is a question; a
 * file that is not recognised has a mapping without columns, for a person to fill in.
 */
export function detectReading(sample: SheetSample, source: SheetSource, meter: PastMeter): DetectedReading {
  const isByComma = source.separator === ',';
  const filled = sample.rows
    .filter(isFilled)
    .map((row) => (isByComma ? { ...row, cells: joinDates(row.cells) } : row));
  const yearless = yearlessDatesIn(filled);
  if (yearless === null) return detectDated({ ...sample, rows: filled }, source, meter, null);
  const { year, column, candidates } = yearsOf(yearless, meter.newest);
  const write = createWrittenDates({
    time: 'dmy',
    year,
    firstDay: null,
    timeColumn: column,
    endColumn: null,
  });
  const rows = filled.map((row) => ({ ...row, cells: write(row.cells) }));
  const detected = detectDated({ ...sample, rows }, source, meter, year);
  if (candidates.length === 0) return detected;
  const questions = [{ about: 'year', candidates } as const, ...detected.questions];
  return { reading: { ...detected.reading, open: questions.map(({ about }) => about) }, questions };
}

/** Detects the mapping of rows whose dates have a year, their own or that of the file. */
function detectDated(
  { rows, isWhole }: SheetSample,
  source: SheetSource,
  meter: PastMeter,
  year: number | null,
): DetectedReading {
  const isText = source.separator === ',' && source.sheet === null;
  const table = findTable(rows);
  const bareCut = isText && firstOfDayIn(table.names) === null ? cutOfBareDays(rows) : null;
  const found = bareCut === null ? table : { headerLine: bareCut.line, layout: 'days' as const, names: [] };
  const start: FileReading = {
    ...unrecognised(source, meter),
    year,
    headerLine: found.headerLine,
    layout: found.layout,
    intervalMinutes: DAY_MINUTES,
  };
  if (found.layout !== 'rows') {
    const below = rows.filter(({ line }) => line > found.headerLine).map(({ cells }) => cells);
    return detectCut(
      source,
      { below, names: found.names, layout: found.layout, taken: null, bareCut },
      (cutNumbers) => {
        const table = createSheetTable(found.layout, found.names, { ...start, cutNumbers });
        const body = below.flatMap((cells) => table.rowsOf(cells));
        const unit =
          unitBefore(rows, found.headerLine) ??
          [...table.columns, ...found.names].map(unitOf).find((each) => each !== null) ??
          null;
        const part = {
          rows: body.slice(0, MAX_BODY),
          names: table.columns,
          isWhole: isWhole && body.length <= MAX_BODY,
          unit,
          zone: zoneBefore(rows, found.headerLine),
        };
        return detectColumns({ ...start, cutNumbers }, part, { meter, decimal: source.decimal });
      },
    );
  }
  const cells = rows.map((row) => row.cells);
  const { orders, change } = dateOrders(cells);
  const [time] = change === 'none' ? orders : (['changing'] as const);
  if (time === undefined || orders.length === 0)
    return { reading: { ...unrecognised(source, meter), headerLine: rows[0]?.line ?? 0 }, questions: [] };
  const { first, names, headerLine } = headerOf(rows, time, start);
  const below = cells.slice(first);
  const times = timeColumnsOf(below, names, time);
  const taken = new Set([times.timeColumn, times.clockColumn, times.endColumn, times.endClockColumn]);
  return detectCut(source, { below, names, layout: 'rows', taken, bareCut: null }, (cutNumbers) => {
    const table = createSheetTable('rows', names, { ...start, cutNumbers });
    return detectColumns(
      { ...start, headerLine, cutNumbers },
      {
        rows: below.flatMap((each) => table.rowsOf(each)),
        names,
        isWhole,
        unit: unitBefore(rows, headerLine),
        zone: zoneBefore(rows, headerLine),
      },
      { meter, decimal: source.decimal },
    );
  });
}

interface RawTable extends Pick<FileReading, 'layout'> {
  readonly below: Rows;
  readonly names: readonly string[];
  /** Columns of dates and times; null: unknown. */
  readonly taken: ReadonlySet<number | null> | null;
  readonly bareCut: ReturnType<typeof cutOfBareDays>;
}

const NOT_CUT = { columns: [], width: 0 } as const;
const MAX_EXAMPLES = 4;

/** Detects the mapping with the numbers that commas between cells cut in two; where rows leave it open, a question. */
function detectCut(
  source: SheetSource,
  { below, names, layout, taken, bareCut }: RawTable,
  detect: (cut: FileReading['cutNumbers']) => DetectedReading,
): DetectedReading {
  if (source.separator !== ',' || source.sheet !== null || layout === 'nem12') return detect(null);
  const ofDays = bareCut?.isSure === true ? bareCut.cut : null;
  const settled = source.cutNumbers ?? ofDays ?? cutByNames(below, names, firstOfDayIn(names));
  const open = bareCut === null ? taken && cutsIn(below, names, taken) : [bareCut.cut];
  const cuts = settled === null ? (open ?? []) : [];
  if (cuts.length === 0) return detect(settled);
  const found = [...cuts, NOT_CUT].map(detect);
  const [{ reading, questions }] = found as [DetectedReading, ...DetectedReading[]];
  const example = below.reduce<readonly string[]>(
    (longest, cells) => (cells.length > longest.length ? cells : longest),
    [],
  );
  const candidates = found.flatMap((each) => {
    const own = each.questions.find(({ about }) => about === 'decimal');
    const open = each.reading.open.filter((about) => about !== 'decimal');
    const without = { ...each.reading, open };
    return (own?.candidates.map(({ apply }) => apply(without)) ?? [without]).map((way) => ({
      label: `números como ${numbersOf(example, way, names)}`,
      apply: () => way,
    }));
  });
  const others = questions.filter(({ about }) => about !== 'decimal');
  return {
    reading: { ...reading, open: ['decimal', ...others.map(({ about }) => about)] },
    questions: [{ about: 'decimal', candidates }, ...others],
  };
}

/** The numbers of a row as a mapping reads them. */
function numbersOf(cells: readonly string[], reading: FileReading, names: readonly string[]): string {
  const [row = []] = createSheetTable('rows', names, reading).rowsOf(cells);
  const times = [reading.timeColumn, reading.clockColumn, reading.endColumn, reading.endClockColumn];
  const numbers = row.filter((cell, column) => !times.includes(column) && cell !== '');
  const texts = numbers.map((cell) => (reading.decimal === '.' ? cell.replaceAll(',', '') : cell));
  return texts.slice(0, MAX_EXAMPLES).join(' e ');
}

interface BodyTable {
  readonly rows: Rows;
  readonly names: readonly string[];
  readonly isWhole: boolean;
  /** The unit that stands outside the columns of values. */
  readonly unit: ReturnType<typeof unitOf>;
  /** The zone that stands before the table. */
  readonly zone: Zone | null;
}

interface ColumnTerms {
  readonly meter: PastMeter;
  /** The decimal mark that a person has stated. */
  readonly decimal: FileReading['decimal'] | undefined;
  /** The column of the date, where a candidate of a question states it. */
  readonly chosenDay?: number;
}

/** Units in which a meter counts so finely that nobody writes decimals. */
const FINE: readonly ReturnType<typeof unitOf>[] = ['Wh', 'W', 'L', 'pulse'];

/** Whether three digits behind a comma are decimals by the names, the dates and the units of a file. */
const hasDecimalCommas = (
  { names, unit }: BodyTable,
  { separator, time }: Pick<FileReading, 'separator' | 'time'>,
): boolean =>
  names.length > 0 &&
  ![unit, ...names.map(unitOf)].some((each) => FINE.includes(each)) &&
  (separator === ';' || time === 'dmy' || isPortuguese(names));

function detectColumns(
  start: FileReading,
  table: BodyTable,
  { meter, decimal: stated, chosenDay }: ColumnTerms,
): DetectedReading {
  const { names } = table;
  const orders = dateOrders(table.rows);
  const withOrder = (time: PastTime): FileReading => {
    const columns = timeColumnsOf(table.rows, names, time, chosenDay);
    const firstDay = time === 'changing' ? firstDayIn(cellsIn(table.rows, Number(columns.timeColumn))) : null;
    return { ...start, ...columns, firstDay, zone: zoneOfNames(names, columns) ?? table.zone ?? meter.zone };
  };
  if (orders.orders.length === 0) return { reading: start, questions: [] };
  const instants = (time: PastTime): number[] => {
    const timed = withOrder(time);
    return timesOf(table.rows.map(createWrittenDates({ ...timed, year: null })), timed);
  };
  const settled = settleOrder(orders, { instants, names, rows: table.rows });
  const timed = withOrder(settled.time);
  const rows = table.rows.map(createWrittenDates({ ...timed, year: null }));
  const body = { ...table, rows };
  const rivals = chosenDay === undefined ? dayRivals(rows, names, timed) : [];
  const taken = new Set([
    timed.timeColumn,
    timed.clockColumn,
    timed.endColumn,
    timed.endClockColumn,
    ...rivals,
  ]);
  const others = rows.flatMap((cells) => cells.filter((_, column) => !taken.has(column)));
  const isNative = start.sheet !== null && !others.some((cell) => /\d,\d/.test(cell));
  const { decimal, question } =
    stated !== undefined || isNative
      ? { decimal: stated ?? '.', question: null }
      : decimalOf(rows, taken, {
          separator: start.separator,
          hasDecimalCommas: hasDecimalCommas(body, { ...start, time: settled.time }),
        });
  const sides = detectSides(body, taken, decimal, meter);
  const detected = detectAmounts({ ...timed, decimal, ...sides.mapping }, body, sides.taken, meter);
  const day = dayQuestion(
    rivals,
    rows,
    names,
    (column) => detectColumns(start, table, { meter, decimal: stated, chosenDay: column }).reading,
  );
  const questions = [settled.question, day, question, ...sides.questions, ...detected.questions].filter(
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
  const reading = { ...spaced, intervalMinutes: intervalOf(ofKind, spaced, names) };
  const ordered = isNewestFirst(ofKind, reading) ? ofKind.toReversed() : ofKind;
  const isLate = isLateMidnight(ordered, reading);
  const dated = ordered.map((cells) => ({
    cells,
    at: rowTime(cells, { ...reading, lateMidnight: isLate })?.at,
  }));
  const inOrder = dated.toSorted((one, other) => Number(one.at ?? 0) - Number(other.at ?? 0));
  const meaning = isLate ? 'end' : instantMeaning(ofKind, names, reading, { isWhole, home });
  const inColumn =
    unitColumn === null ? [] : ordered.flatMap((cells) => unitOf(cellAt(cells, unitColumn)) ?? []);
  const inEntity = ordered.flatMap((cells) => cells.flatMap((cell) => unitOfEntity(cell) ?? []));
  const inKinds = kinds?.texts.flatMap(({ text, quantity }) =>
    quantity === null ? [] : (unitOf(text) ?? []),
  );
  const unitBeside = inColumn[0] ?? unit ?? inKinds?.[0] ?? inEntity[0] ?? null;
  const { values, questions } = detectValues({
    rows: inOrder.map(({ cells }) => cells),
    names,
    taken: WIDE.includes(spaced.layout) ? allBut(names.length - 1) : taken,
    decimal: spaced.decimal,
    isWater,
    unitBeside,
    isRegular: isRegular(ordered, reading),
    instants: inOrder.map(({ at }) => at ?? null),
    zone: reading.zone,
  });
  const isLabelled = reading.endColumn === null && values.some(({ isRegister }) => !isRegister);
  const isAsked = meaning === null && isLabelled && reading.intervalMinutes <= MAX_INTERVAL_MINUTES;
  return {
    reading: { ...reading, instant: meaning ?? 'start', lateMidnight: isLate, values },
    questions: isAsked ? [...questions, INSTANT_QUESTION] : questions,
  };
}
