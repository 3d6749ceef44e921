import type { ExportFormat } from '@nascente/contract/energy/exports';
import type { TimeSpan } from '@nascente/domain/base/time/span';
import type { Zone } from '@nascente/domain/base/time/zone';
import type { BoardKind } from '@nascente/domain/telemetry/frames/frame';
import { csvFile } from './csv-file.ts';
import { FRAME_TABLE, TOTALS_TABLE } from './export-columns.ts';
import type { ExportFrames } from './export-frames.ts';
import type { ExportQuarters } from './export-quarters.ts';
import type { ExportTable } from './export-table.ts';
import { xlsxFile } from './xlsx-file.ts';

/** A file of frames or quarter-hours that somebody may have, as it crosses to the thread that writes it. */
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
