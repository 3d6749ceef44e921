import { cellAt } from '../../base/sheet/row-cells.ts';
import type { Instant, Zone } from '../../base/time/zone.ts';
import { isPortuguese, unitOf, unitOfEntity } from './column-names.ts';
import { detectValues } from './column-values/detect-values.ts';
import { cutByNames, cutsIn } from './cut-decimals.ts';
import { dateOrders, dayQuestion, settleOrder } from './dates/date-orders.ts';
import {
  createWrittenDates,
  firstDayIn,
  joinDates,
  yearlessDatesIn,
  yearsOf,
} from './dates/written-dates.ts';
import { decimalOf } from './decimal-marks.ts';
import { detectLabelColumns } from './detect-label-columns.ts';
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
import {
  candidate,
  type FileQuestion,
  type FileReading,
  MAX_INTERVAL_MINUTES,
  type PastEncoding,
  type PastLayout,
  type PastTime,
  type SheetRow,
  type SheetSample,
} from './file-reading.ts';
import { type Rows, rowsByKind, rowsOfMark, unitOfColumn } from './row-kinds.ts';
import { rowTime } from './row-time.ts';
import { createSheetTable, cutOfBareDays, firstOfDayIn } from './sheet-table.ts';
import { findTable } from './tables/find-table.ts';
import { headerOf, preambleOf, type TablePreamble } from './tables/table-header.ts';
import { firstOfSections } from './tables/table-sections.ts';

/** The meter for which a file is imported. */
export interface PastMeter {
  readonly isWater: boolean;
  readonly zone: Zone;
  /** Newest instant that an imported file may contain. */
  readonly newest: Instant;
}

/** How the bytes of a file were converted to rows, and a person's statements about its numbers. */
type SheetSource = Pick<FileReading, 'sheet' | 'separator'> &
  Partial<Pick<FileReading, 'decimal' | 'cutNumbers'>> & { readonly encoding: PastEncoding };

interface DetectedReading {
  readonly reading: FileReading;
  readonly questions: readonly FileQuestion[];
}

const DAY_MINUTES = 1_440;
/** Maximum number of sampled intervals of a table with several intervals a row. */
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

/** Detects the mapping of a file. Every ambiguity raises a question; an unrecognised file gets a mapping without columns. */
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

function detectDated(
  { rows, isComplete }: SheetSample,
  source: SheetSource,
  meter: PastMeter,
  year: number | null,
): DetectedReading {
  const terms = { isComplete, source, meter, year };
  const isText = source.separator === ',' && source.sheet === null;
  const found = findTable(rows);
  const bareCut = isText && firstOfDayIn(found.names) === null ? cutOfBareDays(rows) : null;
  if (bareCut !== null)
    return detectTable({ headerLine: bareCut.line, layout: 'days', names: [], bareCut }, rows, terms);
  if (found.layout !== 'rows') return detectTable({ ...found, bareCut }, rows, terms);
  const cells = rows.map((row) => row.cells);
  const { orders, change } = dateOrders(cells);
  const [time] = change === 'none' ? orders : (['changing'] as const);
  if (time === undefined || orders.length === 0)
    return { reading: { ...unrecognised(source, meter), headerLine: rows[0]?.line ?? 0 }, questions: [] };
  const start: FileReading = { ...unrecognised(source, meter), year, intervalMinutes: DAY_MINUTES };
  const { first, names, headerLine } = headerOf(rows, time, start);
  const sections = firstOfSections(rows, headerLine);
  if (sections !== null) {
    const section = (rows.find(({ line }) => line === sections) as SheetRow).cells;
    return detectTable({ headerLine: sections, layout: 'sections', names: section, bareCut }, rows, terms);
  }
  const below = cells.slice(first);
  const times = timeColumnsOf(below, names, time);
  const taken = new Set([times.timeColumn, times.clockColumn, times.endColumn, times.endClockColumn]);
  return detectCut(source, { below, names, layout: 'rows', taken, bareCut }, (cutNumbers) => {
    const table = createSheetTable('rows', names, { ...start, cutNumbers });
    const body = below.flatMap((each) => table.rowsOf(each));
    return detectColumns(
      { ...start, headerLine, cutNumbers },
      { rows: body, names, isComplete, preamble: preambleOf(rows, headerLine) },
      { meter, decimal: source.decimal },
    );
  });
}

interface DetectionTerms extends Pick<SheetSample, 'isComplete'>, Pick<FileReading, 'year'> {
  readonly source: SheetSource;
  readonly meter: PastMeter;
}
type FoundTable = ReturnType<typeof findTable> & Pick<RawTable, 'bareCut'>;

/** Detects the mapping of a table in one layout, after its rows are converted to one interval a row. */
function detectTable(
  { headerLine, layout, names, bareCut }: FoundTable,
  rows: readonly SheetRow[],
  { isComplete, source, meter, year }: DetectionTerms,
): DetectedReading {
  const start = { ...unrecognised(source, meter), year, headerLine, layout, intervalMinutes: DAY_MINUTES };
  const below = rows.filter(({ line }) => line > headerLine).map(({ cells }) => cells);
  return detectCut(source, { below, names, layout, taken: null, bareCut }, (cutNumbers) => {
    const table = createSheetTable(layout, names, { ...start, cutNumbers });
    const body = below.flatMap((cells) => table.rowsOf(cells));
    const preamble = preambleOf(rows, headerLine);
    const named = layout === 'sections' ? [] : [...table.columns, ...names];
    const unit = preamble.unit ?? named.map(unitOf).find((each) => each !== null) ?? null;
    const part = {
      rows: body.slice(0, MAX_BODY),
      names: table.columns,
      isComplete: isComplete && body.length <= MAX_BODY,
      preamble: { ...preamble, unit },
    };
    return detectColumns({ ...start, cutNumbers }, part, { meter, decimal: source.decimal });
  });
}

interface RawTable extends Pick<FileReading, 'layout'> {
  readonly below: Rows;
  readonly names: readonly string[];
  /** Columns of dates and times; null if unknown. */
  readonly taken: ReadonlySet<number | null> | null;
  readonly bareCut: ReturnType<typeof cutOfBareDays>;
}

/** Layouts in which numbers cut by commas are not searched, because no header line names the columns. */
const UNCUT: readonly PastLayout[] = ['nem12', 'sections'];
const NOT_CUT = { columns: [], width: 0 } as const;
const MAX_EXAMPLES = 4;

/** Detects the mapping of a file whose numbers are cut in two by commas; raises a question if the rows leave it open. */
function detectCut(
  source: SheetSource,
  { below, names, layout, taken, bareCut }: RawTable,
  detect: (cut: FileReading['cutNumbers']) => DetectedReading,
): DetectedReading {
  if (source.separator !== ',' || source.sheet !== null || UNCUT.includes(layout)) return detect(null);
  const ofDays = bareCut?.isSure === true ? bareCut.cut : null;
  const settled = source.cutNumbers ?? ofDays ?? cutByNames(below, names, firstOfDayIn(names));
  const open = bareCut === null ? taken && cutsIn(below, names, taken) : [bareCut.cut];
  const cuts = settled === null ? (open ?? []) : [];
  if (cuts.length === 0) return detect(settled);
  const found = [...cuts, NOT_CUT].map(detect);
  const [{ reading, questions }] = found as [DetectedReading, ...DetectedReading[]];
  const example = below.reduce<readonly string[]>(
    (maxLength, cells) => (cells.length > maxLength.length ? cells : maxLength),
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

/** The first numbers of a row as a mapping parses them, as text. */
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
  readonly isComplete: boolean;
  readonly preamble: TablePreamble;
}

interface ColumnTerms {
  readonly meter: PastMeter;
  /** The decimal mark, if a person has stated it. */
  readonly decimal: FileReading['decimal'] | undefined;
  /** The date column, if an answer states it. */
  readonly chosenDay?: number;
}

/** Small units, in which values usually have no decimals. */
const FINE: readonly ReturnType<typeof unitOf>[] = ['Wh', 'W', 'L', 'pulse'];

/** Whether the names, dates and units of a file indicate that commas are decimal marks. */
const hasDecimalCommas = (
  { names, preamble: { unit } }: BodyTable,
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
    const zone = zoneOfNames(names, columns) ?? table.preamble.zone ?? meter.zone;
    return { ...start, ...columns, firstDay, zone };
  };
  if (orders.orders.length === 0) return { reading: start, questions: [] };
  const instants = (time: PastTime): number[] => {
    const timed = withOrder(time);
    return timesOf(table.rows.map(createWrittenDates({ ...timed, year: null })), timed);
  };
  const settled = settleOrder(orders, { instants, names, rows: table.rows, zone: meter.zone });
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
  const sides = detectLabelColumns(body, taken, decimal, meter);
  const detected = detectAmounts({ ...timed, decimal, ...sides.mapping }, body, sides, meter);
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

/** Layouts that are converted to a table with one value column, the last one. */
const WIDE: readonly PastLayout[] = ['days', 'instants', 'nem12'];
const allBut = (last: number): ReadonlySet<number> =>
  new Set(Array.from({ length: last }, (_, column) => column));

/** Detects the value columns and their intervals. */
function detectAmounts(
  spaced: FileReading,
  { rows, names, isComplete, preamble }: BodyTable,
  { taken, factors }: Pick<ReturnType<typeof detectLabelColumns>, 'taken' | 'factors'>,
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
  const meaning = isLate ? 'end' : instantMeaning(ofKind, names, reading, { isComplete, home });
  const inColumn =
    unitColumn === null ? [] : ordered.flatMap((cells) => unitOf(cellAt(cells, unitColumn)) ?? []);
  const inEntity = ordered.flatMap((cells) => cells.flatMap((cell) => unitOfEntity(cell) ?? []));
  const inKinds = kinds?.texts.flatMap(({ text, quantity }) =>
    quantity === null ? [] : (unitOf(text) ?? []),
  );
  const unitBeside = inColumn[0] ?? preamble.unit ?? inKinds?.[0] ?? inEntity[0] ?? null;
  const { values, questions } = detectValues({
    rows: inOrder.map(({ cells }) => cells),
    names,
    taken: WIDE.includes(spaced.layout) ? allBut(names.length - 1) : taken,
    decimal: spaced.decimal,
    isWater,
    unitBeside,
    units: { column: unitOfColumn(ordered, unitColumn), lines: preamble.statedUnit },
    factors: [...new Set([...preamble.factors, ...factors])],
    pulses: preamble.pulses,
    quantities: preamble.quantities,
    hasKinds: kinds !== null,
    isRegular: isRegular(ordered, reading),
    instants: inOrder.map(({ at }) => at ?? null),
    zone: reading.zone,
  });
  const isLabelled = reading.endColumn === null && values.some(({ isRegister }) => !isRegister);
  const isRequested = meaning === null && isLabelled && reading.intervalMinutes <= MAX_INTERVAL_MINUTES;
  return {
    reading: { ...reading, instant: meaning ?? 'start', lateMidnight: isLate, values },
    questions: isRequested ? [...questions, INSTANT_QUESTION] : questions,
  };
}
