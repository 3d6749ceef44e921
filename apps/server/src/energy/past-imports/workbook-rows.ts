import type { SheetRow } from '@nascente/domain/energy/past-imports/file-reading';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { InvalidInput, TooLarge } from '../../platform/errors.ts';
import { xmlEvents } from '../../platform/files/xml-events.ts';

const DAY_SECONDS = 86_400;
const HOUR_SECONDS = 3_600;
const MINUTE_SECONDS = 60;
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const DAYS_1904 = 1_462;
/** Serial numbers of the years 1927 to 2119. */
const FIRST_DAY = 10_000;
const LAST_DAY = 80_000;

/** Whether a number format shows a date, a time of day (with or without a date), or neither. */
type DateStyle = 'date' | 'time' | null;

/** ECMA-376 Part 1, 18.8.30: built-in number formats of dates. */
const DATE_FORMATS = new Set([14, 15, 16, 17, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58]);
const TIME_FORMATS = new Set([18, 19, 20, 21, 22, 32, 33, 34, 35, 45, 46, 47, 55, 56]);

/** Determines what a number format shows. @param code - the format code, if the workbook defines the format */
export function dateStyleOf(id: number, code: string | undefined): DateStyle {
  if (code === undefined) return TIME_FORMATS.has(id) ? 'time' : DATE_FORMATS.has(id) ? 'date' : null;
  const bare = code.replace(/"[^"]*"|\\.|\[(?![hms]+\])[^\]]*\]/gi, '');
  if (/general/i.test(bare) || !/[dhmsy]/i.test(bare)) return null;
  return /[hs]/i.test(bare) ? 'time' : 'date';
}

const two = (number: number): string => String(number).padStart(2, '0');

/** Formats a serial number of days as a date, a time of day or both; as a number if it can be neither. */
export function dateText(days: number, style: 'date' | 'time', is1904: boolean): string {
  const full = days + (is1904 && days >= 1 ? DAYS_1904 : 0);
  const seconds = Math.round(full * DAY_SECONDS);
  const [day, rest] = [Math.floor(seconds / DAY_SECONDS), seconds % DAY_SECONDS];
  const clock = [rest / HOUR_SECONDS, (rest % HOUR_SECONDS) / MINUTE_SECONDS, rest % MINUTE_SECONDS]
    .map((part) => two(Math.floor(part)))
    .join(':');
  if (seconds >= 0 && day === 0) return clock;
  if (seconds === DAY_SECONDS) return '24:00:00';
  if (day < FIRST_DAY || day > LAST_DAY) return String(days);
  const date = new Date(EPOCH_1900 + day * DAY_SECONDS * 1_000).toISOString().slice(0, 10);
  return rest === 0 && style === 'date' ? date : `${date} ${clock}`;
}

/** Column of a reference such as `AB12`, from 0. */
export function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]+/.exec(reference)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** Maximum size of a workbook, which is completely in memory because its directory is at the end of the file. */
export const MAX_WORKBOOK_BYTES = 32 * 1024 * 1024;
const MAX_UNPACKED_BYTES = 200 * 1024 * 1024;
const MAX_ENTRIES = 2_000;
const MAX_STRINGS = 500_000;
const MAX_STRING_CHARS = 32 * 1024 * 1024;
const MAX_COLUMNS = 200;
const MAX_CELL_CHARS = 1_000;
const BROKEN = 'A planilha está danificada ou protegida por senha: salve-a de novo como .xlsx ou .csv.';
const TOO_LARGE = 'A planilha é grande demais: divida-a e envie uma parte de cada vez.';

interface Workbook {
  /** Names of its sheets, in their order. */
  readonly sheets: readonly string[];
  /** Rows of a sheet as texts: dates as `2025-03-03 00:15:00`, numbers with a decimal point. */
  rows(sheet: string): AsyncGenerator<readonly SheetRow[]>;
}

interface Parts {
  has(name: string): boolean;
  read(name: string): AsyncGenerator<Buffer>;
}

const isOurs = (error: unknown): boolean => error instanceof TooLarge || error instanceof InvalidInput;

/** Decompresses an entry. A damaged archive, with wrong sizes or checksums, is detected meanwhile. */
async function* unpacked(archive: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  try {
    yield* (await archive.openReadStreamPromise(entry)) as AsyncIterable<Buffer>;
  } catch (error) {
    if (isOurs(error)) throw error;
    throw new InvalidInput(BROKEN);
  }
}

async function partsOf(archive: ZipFile): Promise<Parts> {
  const entries = new Map<string, Entry>();
  for await (const entry of archive.eachEntry()) {
    entries.set(entry.fileName, entry);
    if (entries.size > MAX_ENTRIES) throw new TooLarge(TOO_LARGE);
  }
  let bytes = 0;
  return {
    has: (name) => entries.has(name),
    async *read(name) {
      const entry = entries.get(name);
      if (entry === undefined) return;
      for await (const chunk of unpacked(archive, entry)) {
        bytes += chunk.length;
        if (bytes > MAX_UNPACKED_BYTES) throw new TooLarge(TOO_LARGE);
        yield chunk;
      }
    },
  };
}

const readAll = async (events: AsyncGenerator<void>): Promise<void> => {
  for await (const _ of events);
};

async function sheetsOf(parts: Parts): Promise<{ paths: ReadonlyMap<string, string>; is1904: boolean }> {
  const targets = new Map<string, string>();
  const paths = new Map<string, string>();
  let is1904 = false;
  await readAll(
    xmlEvents(parts.read('xl/_rels/workbook.xml.rels'), {
      open: (name, { Id, Target }) => {
        if (name === 'Relationship' && Id !== undefined && Target !== undefined)
          targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
      },
    }),
  );
  await readAll(
    xmlEvents(parts.read('xl/workbook.xml'), {
      open: (name, attributes) => {
        if (name === 'workbookPr') is1904 = ['1', 'true'].includes(attributes.date1904 ?? '');
        const path = targets.get(attributes['r:id'] ?? '');
        if (name === 'sheet' && path !== undefined && parts.has(path))
          paths.set(attributes.name ?? path, path);
      },
    }),
  );
  return { paths, is1904 };
}

async function sharedStrings(parts: Parts): Promise<readonly string[]> {
  const strings: string[] = [];
  let [text, chars] = ['', 0];
  let isText = false;
  const handler = {
    open: (name: string) => {
      if (name === 'si') text = '';
      isText = name === 't';
    },
    text: (part: string) => {
      if (isText) text += part.slice(0, MAX_CELL_CHARS);
    },
    close: (name: string) => {
      isText = false;
      if (name !== 'si') return;
      chars += text.length;
      if (strings.push(text.slice(0, MAX_CELL_CHARS)) > MAX_STRINGS || chars > MAX_STRING_CHARS)
        throw new TooLarge(TOO_LARGE);
    },
  };
  await readAll(xmlEvents(parts.read('xl/sharedStrings.xml'), handler));
  return strings;
}

/** What each cell style shows: a date, a time or a plain number. */
async function dateStyles(parts: Parts): Promise<readonly DateStyle[]> {
  const codes = new Map<number, string>();
  const styles: DateStyle[] = [];
  let isCellFormats = false;
  await readAll(
    xmlEvents(parts.read('xl/styles.xml'), {
      open: (name, { numFmtId, formatCode }) => {
        if (name === 'numFmt') codes.set(Number(numFmtId), formatCode ?? '');
        if (name === 'cellXfs') isCellFormats = true;
        if (name === 'xf' && isCellFormats)
          styles.push(dateStyleOf(Number(numFmtId), codes.get(Number(numFmtId))));
      },
      close: (name) => {
        if (name === 'cellXfs') isCellFormats = false;
      },
    }),
  );
  return styles;
}

async function* rowsOf(
  chunks: AsyncIterable<Buffer>,
  { strings, styles, is1904 }: { strings: readonly string[]; styles: readonly DateStyle[]; is1904: boolean },
): AsyncGenerator<readonly SheetRow[]> {
  let rows: SheetRow[] = [];
  let [line, column, isValue] = [0, -1, false];
  let cells: string[] = [];
  let cell = { type: '', style: 0, text: '' };
  const textOf = (): string => {
    if (cell.type === 's') return strings[Number(cell.text)] ?? '';
    if (cell.type !== '' && cell.type !== 'n')
      return cell.type === 'd' ? cell.text.replace('T', ' ') : cell.text;
    const number = Number(cell.text);
    if (cell.text === '' || Number.isNaN(number)) return '';
    const style = styles[cell.style] ?? null;
    return style === null ? String(number) : dateText(number, style, is1904);
  };
  const events = xmlEvents(chunks, {
    open(name, attributes) {
      if (name === 'row') {
        line = Number(attributes.r ?? line + 1);
        [cells, column] = [[], -1];
      }
      if (name === 'c') {
        column = attributes.r === undefined ? column + 1 : columnOf(attributes.r);
        cell = { type: attributes.t ?? '', style: Number(attributes.s ?? 0), text: '' };
      }
      isValue = name === 'v' || name === 't';
    },
    text(text) {
      if (isValue && cell.text.length < MAX_CELL_CHARS) cell.text += text;
    },
    close(name) {
      isValue = false;
      if (name === 'c' && column >= 0 && column < MAX_COLUMNS) {
        while (cells.length < column) cells.push('');
        cells[column] = textOf().trim();
      }
      if (name === 'row') rows.push({ line, cells });
    },
  });
  for await (const _ of events) {
    if (rows.length > 0) yield rows;
    rows = [];
  }
}

/** Opens a workbook (ECMA-376). Throws InvalidInput if it cannot be read, TooLarge if its decompressed size exceeds the limit. */
export async function openWorkbook(content: Buffer): Promise<Workbook> {
  try {
    const parts = await partsOf(await fromBufferPromise(content, { autoClose: false, lazyEntries: true }));
    const { paths, is1904 } = await sheetsOf(parts);
    if (paths.size === 0) throw new InvalidInput(BROKEN);
    const [strings, styles] = [await sharedStrings(parts), await dateStyles(parts)];
    return {
      sheets: [...paths.keys()],
      rows: (sheet) => rowsOf(parts.read(paths.get(sheet) ?? ''), { strings, styles, is1904 }),
    };
  } catch (error) {
    if (isOurs(error)) throw error;
    throw new InvalidInput(BROKEN);
  }
}
