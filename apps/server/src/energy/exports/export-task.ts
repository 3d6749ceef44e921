import type { ExportFormat } from '@nascente/contract/energy/exports';
import type { TimeSpan } from '@nascente/domain/base/time/span';
import type { Zone } from '@nascente/domain/base/time/zone';
import type { BoardKind } from '@nascente/domain/telemetry/frames/frame';
import { csvText } from '../../platform/files/csv-text.ts';
import { sheetEntries } from '../../platform/files/workbook-parts.ts';
import { xmlText } from '../../platform/files/xml-text.ts';
import { type ZipEntry, zipStream } from '../../platform/files/zip-stream.ts';
import { createInstantTexts, type ExportTable, FRAME_TABLE, headOf, TOTALS_TABLE } from './export-columns.ts';
import type { ExportFrames } from './export-frames.ts';
import type { ExportQuarters } from './export-quarters.ts';

/** A sheet holds 1,048,576 rows, the head included. */
const MAX_ROWS = 1_048_575;

const HEAD = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0">\
<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>\
<cols><col min="1" max="2" width="20" customWidth="1"/><col min="3" max="3" width="26" customWidth="1"/>\
<col min="4" max="64" width="14" customWidth="1"/></cols><sheetData>`;
const FOOT = '</sheetData></worksheet>';

const textCell = (text: string, style = 0): string =>
  `<c t="inlineStr" s="${style}"><is><t>${xmlText(text)}</t></is></c>`;

const numberCells = (values: string): string =>
  `<c><v>${values.replaceAll(',', '</v></c><c><v>')}</v></c>`.replaceAll('<c><v></v></c>', '<c/>');

const titleOf = (sheet: number): string => (sheet === 1 ? 'Leituras' : `Leituras ${sheet}`);

/** Rows of the table by pages; rows beyond a sheet's limit stay for the next one. */
interface RowReader {
  next(maximum: number): Promise<readonly string[] | null>;
}

const createRowReader = (table: ExportTable, zone: Zone): RowReader & { close(): Promise<unknown> } => {
  const texts = createInstantTexts(zone);
  const pages = table.pages[Symbol.asyncIterator]();
  let waiting: readonly string[] = [];
  return {
    async next(maximum) {
      if (waiting.length === 0) {
        const page = await pages.next();
        if (page.done) return null;
        waiting = page.value.map(({ start, end, values }) => {
          const from = start === null ? '<c/>' : `<c s="1"><v>${texts.serial(start)}</v></c>`;
          const to = `<c s="1"><v>${texts.serial(end)}</v></c>`;
          return `<row>${from}${to}${textCell(texts.utc(end))}${numberCells(values)}</row>`;
        });
      }
      const taken = waiting.slice(0, maximum);
      waiting = waiting.slice(maximum);
      return taken;
    },
    close: async () => pages.return?.(),
  };
};

/** Yields the XML of one sheet with at most `mostRows` rows. */
async function* sheet(rows: RowReader, head: string, mostRows: number): AsyncGenerator<string, void> {
  yield HEAD + head;
  let room = mostRows;
  while (room > 0) {
    const page = await rows.next(room);
    if (page === null) break;
    room -= page.length;
    yield page.join('');
  }
  yield FOOT;
}

/** A workbook (ECMA-376), written while rows are read; texts are never formulas. @param mostRows - maximum rows of a sheet */
export async function* xlsxFile(table: ExportTable, zone: Zone, mostRows = MAX_ROWS): AsyncGenerator<Buffer> {
  const head = `<row>${headOf(table, zone)
    .map((label) => textCell(label, 2))
    .join('')}</row>`;
  const rows = createRowReader(table, zone);
  async function* entries(): AsyncGenerator<ZipEntry> {
    let [sheets, isOver] = [0, false];
    const watched: RowReader = {
      async next(maximum) {
        const page = await rows.next(maximum);
        isOver = page === null;
        return page;
      },
    };
    while (!isOver) {
      sheets += 1;
      yield { name: `xl/worksheets/sheet${sheets}.xml`, content: sheet(watched, head, mostRows) };
    }
    yield* sheetEntries(Array.from({ length: sheets }, (_, index) => titleOf(index + 1)));
  }
  try {
    yield* zipStream(entries());
  } finally {
    await rows.close();
  }
}

/** Spreadsheets recognise UTF-8 by this mark. */
const BYTE_ORDER_MARK = '\uFEFF';
/** CSV as spreadsheets in Brazil read it: `;`, decimal comma, CRLF. */
export async function* csvFile(table: ExportTable, zone: Zone): AsyncGenerator<string> {
  const texts = createInstantTexts(zone);
  yield `${BYTE_ORDER_MARK}${headOf(table, zone).map(csvText).join(';')}\r\n`;
  for await (const rows of table.pages) {
    let page = '';
    for (const { start, end, values } of rows) {
      const from = start === null ? '' : texts.local(start);
      const numbers = values.replaceAll(',', ';').replaceAll('.', ',');
      page += `${from};${texts.local(end)};${texts.utc(end)};${numbers}\r\n`;
    }
    yield page;
  }
}

/** The job of an export of frames or quarter-hours, as it is sent to the thread. */
export interface ExportTask {
  /** The database to read, the same for a whole file. */
  readonly connectionString: string;
  readonly rows: 'frames' | 'quarters';
  readonly installationId: number;
  readonly kind: BoardKind;
  readonly zone: Zone;
  readonly span: TimeSpan;
  /** Whether a last column marks rows that do not count. */
  readonly isMarked: boolean;
  readonly format: ExportFormat;
}

/** Title of the column that marks rows that do not count; present only if the period has excluded readings. */
const MARK = 'Desconsiderada (1 = sim)';

const tableOf = (task: ExportTask, rows: { frames: ExportFrames; quarters: ExportQuarters }): ExportTable => {
  const { installationId, kind, span, isMarked } = task;
  const marked = (labels: readonly string[]): string[] => [...labels, ...(isMarked ? [MARK] : [])];
  if (task.rows === 'quarters') {
    const pages = rows.quarters.pages(installationId, kind, span, isMarked);
    return { labels: marked(TOTALS_TABLE[kind]), pages };
  }
  const columns = FRAME_TABLE[kind];
  const fields = columns.map(({ field }) => field);
  return {
    labels: marked(columns.map(({ label }) => label)),
    pages: rows.frames.pages(installationId, span, fields, isMarked),
  };
};

/** The file in pieces, written while the table is read. */
export const fileOf = (format: ExportFormat, table: ExportTable, zone: Zone) =>
  format === 'csv' ? csvFile(table, zone) : xlsxFile(table, zone);

export const exportedFile = (task: ExportTask, rows: { frames: ExportFrames; quarters: ExportQuarters }) =>
  fileOf(task.format, tableOf(task, rows), task.zone);
