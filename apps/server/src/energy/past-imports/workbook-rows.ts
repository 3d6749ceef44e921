import type { SheetRow } from '@nascente/domain/energy/past-imports/file-question';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { InvalidInput, TooLarge } from '../../platform/errors.ts';
import { xmlEvents } from '../../platform/files/xml-events.ts';
import { columnOf, type DateStyle, dateStyleOf, dateText } from './workbook-cells.ts';

/** A workbook is held whole: its directory stands at its end. */
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

/** Damage of an archive shows while it unpacks: sizes that lie, wrong checksums. */
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

const whole = async (events: AsyncGenerator<void>): Promise<void> => {
  for await (const _ of events);
};

async function sheetsOf(parts: Parts): Promise<{ paths: ReadonlyMap<string, string>; is1904: boolean }> {
  const targets = new Map<string, string>();
  const paths = new Map<string, string>();
  let is1904 = false;
  await whole(
    xmlEvents(parts.read('xl/_rels/workbook.xml.rels'), {
      open: (name, { Id, Target }) => {
        if (name === 'Relationship' && Id !== undefined && Target !== undefined)
          targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
      },
    }),
  );
  await whole(
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
  await whole(xmlEvents(parts.read('xl/sharedStrings.xml'), handler));
  return strings;
}

/** How each style of a cell shows a number. */
async function dateStyles(parts: Parts): Promise<readonly DateStyle[]> {
  const codes = new Map<number, string>();
  const styles: DateStyle[] = [];
  let isCellFormats = false;
  await whole(
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

/** Opens a workbook (ECMA-376). Throws InvalidInput where it cannot be read, TooLarge where it unpacks to too much. */
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
