import type { ExportFormat } from '@nascente/contract/energy/exports';
import type { TimeSpan } from '@nascente/domain/base/time/span';
import type { Zone } from '@nascente/domain/base/time/zone';
import type { BoardKind } from '@nascente/domain/telemetry/frames/frame';
import { csvText } from '../../platform/files/csv-text.ts';
import { type ExportTable, FRAME_TABLE, headOf, TOTALS_TABLE } from './export-columns.ts';
import type { ExportFrames } from './export-frames.ts';
import type { ExportQuarters } from './export-quarters.ts';
import { createInstantTexts } from './instant-texts.ts';
import { xlsxFile } from './xlsx-file.ts';

/** By it spreadsheets know UTF-8. */
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
  /** Where it is read: the same for all of a file. */
  readonly connectionString: string;
  readonly rows: 'frames' | 'quarters';
  readonly installationId: number;
  readonly kind: BoardKind;
  readonly zone: Zone;
  readonly span: TimeSpan;
  /** Whether a last column says which rows do not count. */
  readonly isMarked: boolean;
  readonly format: ExportFormat;
}

/** Only of a period in which something is excluded: 1 says that the row counts for nothing. */
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

/** The file in pieces, written while it is read. */
export const fileOf = (format: ExportFormat, table: ExportTable, zone: Zone) =>
  format === 'csv' ? csvFile(table, zone) : xlsxFile(table, zone);

export const exportedFile = (task: ExportTask, rows: { frames: ExportFrames; quarters: ExportQuarters }) =>
  fileOf(task.format, tableOf(task, rows), task.zone);
