import { Readable } from 'node:stream';
import { createJoinedLines } from '@nascente/domain/base/sheet/delimited';
import { cellsOf } from '@nascente/domain/base/sheet/row-cells';
import type { FileReading, SheetRow } from '@nascente/domain/energy/past-imports/file-reading';
import { detectSeparator } from '@nascente/domain/energy/past-imports/tables/find-table';
import { TooLarge } from '../../platform/errors.ts';
import { type Encoding, textLines, unpackedBytes } from '../../platform/files/text-lines.ts';
import { greenButtonRows } from './green-button.ts';
import { MAX_WORKBOOK_BYTES, openWorkbook } from './workbook-rows.ts';

/** Maximum size after decompression. A file with the maximum number of rows has some 60 MB. */
const MAX_BYTES = 200 * 1024 * 1024;
const ZIP = Buffer.from('PK\u0003\u0004');
const SAMPLE_LINES = 500;
const GREEN_BUTTON = 'Green Button';
const WORKBOOK_TOO_LARGE = 'A planilha passa de 32 MB: salve-a como .csv ou divida-a.';

type SheetChoice = Pick<FileReading, 'encoding' | 'separator' | 'sheet'>;

/** A file of any format as rows of cells. */
export interface SheetFile extends SheetChoice {
  readonly format: 'text' | 'workbook' | 'green-button';
  readonly sheets: readonly string[];
  rows(): AsyncGenerator<readonly SheetRow[]>;
}

type Bytes = () => AsyncGenerator<Buffer>;

const streamOf = (bytes: Bytes): Readable => Readable.from(bytes(), { objectMode: false });
const unpacked = (bytes: Bytes): AsyncGenerator<Buffer> => unpackedBytes(streamOf(bytes), MAX_BYTES);

async function beginningOf(bytes: Bytes): Promise<Buffer> {
  let head = Buffer.alloc(0);
  for await (const chunk of unpacked(bytes)) {
    head = Buffer.concat([head, chunk]);
    if (head.length >= 4_096) break;
  }
  return head;
}

async function totalOf(bytes: Bytes): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of unpacked(bytes)) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > MAX_WORKBOOK_BYTES) throw new TooLarge(WORKBOOK_TOO_LARGE);
  }
  return Buffer.concat(chunks);
}

const isXml = (head: Buffer): boolean => {
  const text = head.toString('utf8').replace(/^\uFEFF?\s*/, '');
  return text.startsWith('<?xml') || /^<(?:\w+:)?(?:feed|entry|IntervalBlock)\b/.test(text);
};

const withoutMark = (line: string): string => line.replace(/^\uFEFF/, '');

async function textFile(bytes: Bytes, choice: SheetChoice | null): Promise<SheetFile> {
  const open = () => textLines(streamOf(bytes), MAX_BYTES, choice?.encoding ?? null);
  const head = open();
  const lines: string[] = [];
  for await (const portion of head.portions()) {
    lines.push(...portion.slice(0, SAMPLE_LINES - lines.length));
    if (lines.length >= SAMPLE_LINES) break;
  }
  const separator = choice?.separator ?? detectSeparator(lines.map(withoutMark));
  let encoding: Encoding = head.encoding();
  async function* rows(): AsyncGenerator<readonly SheetRow[]> {
    const text = open();
    const joined = createJoinedLines(separator);
    for await (const portion of text.portions()) {
      const found: SheetRow[] = [];
      for (const each of portion)
        for (const row of joined.add(each))
          found.push({
            line: row.line,
            cells: cellsOf(row.line === 1 ? withoutMark(row.text) : row.text, separator),
          });
      yield found;
    }
    yield joined.rest().map((row) => ({ line: row.line, cells: cellsOf(row.text, separator) }));
    encoding = text.encoding();
  }
  return {
    format: 'text',
    sheets: [],
    sheet: null,
    separator,
    rows,
    get encoding() {
      return encoding;
    },
  };
}

/** Opens a file by its first bytes, with the chosen or the detected format. */
export async function openSheet(bytes: Bytes, choice: SheetChoice | null): Promise<SheetFile> {
  const head = await beginningOf(bytes);
  const common = { encoding: 'UTF-8', separator: ',' } as const;
  if (head.subarray(0, ZIP.length).equals(ZIP)) {
    const workbook = await openWorkbook(await totalOf(bytes));
    const { sheets } = workbook;
    const [first = ''] = sheets;
    const sheet = sheets.includes(choice?.sheet ?? '') ? (choice?.sheet ?? first) : first;
    return { ...common, format: 'workbook', sheets, sheet, rows: () => workbook.rows(sheet) };
  }
  if (isXml(head))
    return {
      ...common,
      format: 'green-button',
      sheets: [],
      sheet: GREEN_BUTTON,
      rows: () => greenButtonRows(unpacked(bytes)),
    };
  return textFile(bytes, choice);
}
