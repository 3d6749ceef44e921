import type { FileReadingJson, ImportPreview } from '@nascente/contract/energy/past-imports';
import { DEFAULT_ZONE, type Instant, parseZone } from '@nascente/domain/base/time/zone';
import type { FileReading, SheetRow, SheetSample } from '@nascente/domain/energy/past-imports/file-reading';
import { createPastReader, type PastQuarters } from '@nascente/domain/energy/past-imports/past-quarters';
import type { PastLimits } from '@nascente/domain/energy/past-imports/row-amounts';
import { createSheetTable } from '@nascente/domain/energy/past-imports/sheet-table';
import { numbersOfRow } from '@nascente/domain/energy/past-imports/taken-rows';
import { TooLarge } from '../../platform/errors.ts';

const MAX_SHAPED_COLUMNS = 60;
/** Maximum forms of one column. A column of names has a different form in each row, which shows nothing. */
const MAX_SHAPES = 80;
const EXACT_CHARACTERS = 4;
const MAX_MONTH = 12;
const MAX_DAY = 31;
const SHORT = 2;
const LONG = 5;
const PRIME = 31;

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isAlphabetic = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122;

/** Class of a group of digits: their number, and for one or two digits whether they can be a month or a day. */
function classOfDigits(count: number, value: number): number {
  if (count > SHORT) return -Math.min(count, LONG);
  return value > MAX_DAY ? -SHORT : value > MAX_MONTH ? -1 : 0;
}

const mixed = (shape: number, part: number): number => (Math.imul(shape, PRIME) + part) | 0;

function endOfRun(cell: string, from: number, is: (code: number) => boolean): number {
  let end = from + 1;
  while (end < cell.length && is(cell.charCodeAt(end))) end++;
  return end;
}

const ANY_WORD = 1_000;

/** The letters of a short word, which can be a unit. All longer words have the same form. */
function partOfWord(cell: string, from: number, to: number): number {
  let part = ANY_WORD;
  if (to - from <= EXACT_CHARACTERS)
    for (let at = from; at < to; at++) part = mixed(part, cell.charCodeAt(at) + ANY_WORD);
  return part;
}

/** A number that identifies the form of a cell. Long words, and groups of digits of one class, make no difference. */
export function shapeOf(cell: string): number {
  let shape = 1;
  for (let at = 0; at < cell.length; ) {
    const code = cell.charCodeAt(at);
    const from = at;
    if (isDigit(code)) {
      at = endOfRun(cell, from, isDigit);
      shape = mixed(shape, classOfDigits(at - from, Number(cell.slice(from, at))));
    } else if (isAlphabetic(code)) {
      at = endOfRun(cell, from, isAlphabetic);
      shape = mixed(shape, partOfWord(cell, from, at));
    } else {
      at++;
      shape = mixed(shape, code);
    }
  }
  return shape;
}

/** Reports rows with a cell of a form that no earlier cell of its column has. */
function createShapeWatch(): (cells: readonly string[]) => boolean {
  const columns: Set<number>[] = [];
  return (cells) => {
    let isNew = false;
    for (let column = 0; column < Math.min(cells.length, MAX_SHAPED_COLUMNS); column++) {
      const shapes = columns[column] ?? new Set();
      columns[column] = shapes;
      if (shapes.size >= MAX_SHAPES) continue;
      const shape = shapeOf(cells[column] as string);
      if (shapes.has(shape)) continue;
      shapes.add(shape);
      isNew = true;
    }
    return isNew;
  };
}

const SAMPLE_ROWS = 6;
const MAX_COLUMNS = 200;
/** More than 20 days of quarter-hours: enough to distinguish days from months. */
const DETECTION_ROWS = 2_000;
/** Number of neighbouring rows in a block, which show the interval of a file. */
const BLOCK_ROWS = 40;
const MAX_BLOCKS = 50;
const FIRST_STRIDE = 37;
const ROWS_OF_CHANGE = 8;
const MAX_CHANGED_ROWS = 1_000;
const MAX_NAMES = 100;

/** The schema of the API has checked the zone. */
export const readingOf = (reading: FileReadingJson): FileReading => ({
  ...reading,
  zone: parseZone(reading.zone) ?? DEFAULT_ZONE,
});

export interface ReadUpload extends PastQuarters, Pick<ImportPreview, 'columns' | 'sample'> {
  /** Non-empty lines up to the column names; `otherLines` are those below them without an interval. */
  readonly headLines: number;
  readonly otherLines: number;
}

/** Maximum rows of a file: two years of one row a minute. */
export const MAX_ROWS = 1_100_000;
const TOO_MANY_ROWS =
  'O arquivo tem mais de 1.100.000 linhas (dois anos, minuto a minuto): divida-o e envie uma parte de cada vez.';

/**
 * Parsed rows are stored as numbers outside the heap, 128 MB at most, because the memory limit of a thread does not include them.
 */
const MAX_NUMBERS = 16_000_000;
const TOO_MANY_VALUES =
  'O arquivo tem colunas e linhas demais para ser lido de uma vez: divida-o e envie uma parte de cada vez.';

type Portions = AsyncIterable<readonly SheetRow[]>;

/** Yields the rows in order. Throws TooLarge if there are more than `MAX_ROWS`. */
async function* rowsOf(portions: Portions): AsyncGenerator<SheetRow> {
  let count = 0;
  for await (const portion of portions)
    for (const row of portion) {
      if (++count > MAX_ROWS) throw new TooLarge(TOO_MANY_ROWS);
      if (row.cells.some((cell) => cell !== '')) yield row;
    }
}

/** Blocks of rows from all parts of a file. When there are too many, every second block is dropped. */
function createBlocks() {
  let blocks: { readonly number: number; readonly rows: SheetRow[] }[] = [];
  let stride = FIRST_STRIDE;
  return {
    add(row: SheetRow, count: number): void {
      const number = Math.floor(count / BLOCK_ROWS);
      if (number % stride !== 0) return;
      const latest = blocks.at(-1);
      if (latest?.number === number) latest.rows.push(row);
      else blocks.push({ number, rows: [row] });
      if (blocks.length <= MAX_BLOCKS) return;
      stride *= 2;
      blocks = blocks.filter((block) => block.number % stride === 0);
    },
    rows: (): SheetRow[] => blocks.flatMap(({ rows }) => rows),
  };
}

/** Rows with a new form of cells, and the rows after them. */
function createFormChanges() {
  const isNew = createShapeWatch();
  const rows: SheetRow[] = [];
  let open = 0;
  return {
    /** Records the forms of a row at the start of the file. */
    know: ({ cells }: SheetRow): void => void isNew(cells),
    add(row: SheetRow): void {
      if (isNew(row.cells)) open = ROWS_OF_CHANGE;
      if (open === 0 || rows.length >= MAX_CHANGED_ROWS) return;
      rows.push(row);
      open--;
    },
    rows,
  };
}

/** Rows without numbers from all parts of a file, each text once. They may be column names, which may change within the file. */
function createNames() {
  const texts = new Set<string>();
  const rows: SheetRow[] = [];
  return {
    add(row: SheetRow): void {
      const text = row.cells.join('\n');
      if (rows.length >= MAX_NAMES || row.cells.some((cell) => /^\W*\d/.test(cell)) || texts.has(text))
        return;
      texts.add(text);
      rows.push(row);
    },
    rows: (): readonly SheetRow[] => rows,
  };
}

/**
 * Selects the rows for detection: the first and the last ones, blocks of the others, rows with new forms of cells, and column
 * names.
 */
export const sampleOf = async (portions: Portions): Promise<SheetSample> => {
  const rows: SheetRow[] = [];
  const [later, changes, names] = [createBlocks(), createFormChanges(), createNames()];
  let count = 0;
  let last: SheetRow | null = null;
  for await (const row of rowsOf(portions)) {
    if (count < DETECTION_ROWS) {
      rows.push(row);
      changes.know(row);
    } else {
      later.add(row, count);
      changes.add(row);
      names.add(row);
    }
    count++;
    last = row;
  }
  const found = new Set([
    ...later.rows(),
    ...changes.rows,
    ...names.rows(),
    ...(last === null ? [] : [last]),
  ]);
  for (const row of rows) found.delete(row);
  rows.push(...[...found].sort((one, other) => one.line - other.line));
  return { rows, isComplete: count <= DETECTION_ROWS };
};

/** Reads a whole file in portions by mappings of one table. @throws TooLarge beyond the limit of rows */
export const readUpload = async (
  portions: Portions,
  readings: readonly FileReading[],
  limits: PastLimits,
  now: Instant,
): Promise<readonly ReadUpload[]> => {
  const [first] = readings as [FileReading, ...FileReading[]];
  const { layout, headerLine } = first;
  const readers = readings.map((reading) => createPastReader(reading, limits, now));
  const sample: string[][] = [];
  let table = createSheetTable(layout, [], first);
  const numbers = numbersOfRow(first.values.length);
  let [count, width, headLines, otherLines] = [0, 0, 0, 0];
  const take = (row: readonly string[], line: number): void => {
    count++;
    if (count > MAX_ROWS) throw new TooLarge(TOO_MANY_ROWS);
    if (count * numbers > MAX_NUMBERS) throw new TooLarge(TOO_MANY_VALUES);
    if (sample.length < SAMPLE_ROWS) sample.push(row.slice(0, MAX_COLUMNS));
    width = Math.max(width, Math.min(row.length, MAX_COLUMNS));
    for (const reader of readers) reader.add(row, line);
  };
  for await (const { line, cells } of rowsOf(portions)) {
    if (line === headerLine) table = createSheetTable(layout, cells, first);
    if (line <= headerLine) {
      headLines++;
      continue;
    }
    const found = table.rowsOf(cells);
    if (found.length === 0) otherLines++;
    for (const row of found) take(row, line);
  }
  const columns = Array.from(
    { length: Math.max(width, Math.min(table.columns.length, MAX_COLUMNS)) },
    (_, column) => table.columns[column] || `Coluna ${column + 1}`,
  );
  return readers.map((reader) => ({ ...reader.finish(), columns, sample, headLines, otherLines }));
};
