import type { FileReadingJson, ImportPreview } from '@nascente/contract/past-imports';
import type { FileReading } from '@nascente/domain/past/file-reading';
import {
  createPastReader,
  type PastLimits,
  type PastQuarters,
  type RowRefusal,
} from '@nascente/domain/past/past-quarters';
import { cellsOf } from '@nascente/domain/past/row-cells';
import { separatorHint } from '@nascente/domain/sheet/separator-hint';
import { DEFAULT_ZONE, type Instant, parseZone } from '@nascente/domain/time/zone';
import { TooLarge } from '../../platform/errors.ts';

const NAMED_LINES = 5;
const SAMPLE_ROWS = 6;
const BYTE_ORDER_MARK = '\uFEFF';

/** The contract has found its zone to be one. */
export const readingOf = (reading: FileReadingJson): FileReading => ({
  ...reading,
  zone: parseZone(reading.zone) ?? DEFAULT_ZONE,
});

interface RefusedRows {
  readonly reason: RowRefusal;
  rows: number;
  readonly lines: number[];
}

export interface ReadUpload extends PastQuarters, Pick<ImportPreview, 'columns' | 'sample'> {
  readonly rows: number;
  readonly refusals: readonly RefusedRows[];
}

export const withoutMark = (line: string): string =>
  line.startsWith(BYTE_ORDER_MARK) ? line.slice(1) : line;

/** Two years by the minute. */
export const MOST_ROWS = 1_100_000;
const MOST_COLUMNS = 200;
const TOO_MANY_ROWS =
  'O arquivo tem mais de 1.100.000 linhas (dois anos, minuto a minuto): divida-o e envie uma parte de cada vez.';

/** Reads a whole file, a portion after the other. Throws TooLarge where it has more rows than are read at once. */
export const readUpload = async (
  portions: AsyncIterable<readonly string[]>,
  reading: FileReading,
  limits: PastLimits,
  now: Instant,
): Promise<ReadUpload> => {
  const reader = createPastReader(reading, limits, now);
  const refusals = new Map<RowRefusal, RefusedRows>();
  const sample: string[][] = [];
  let columns: string[] = [];
  let number = 0;
  let headerLine = 1;
  const refuse = (reason: RowRefusal): void => {
    const refused = refusals.get(reason) ?? { reason, rows: 0, lines: [] };
    refused.rows++;
    if (refused.lines.length < NAMED_LINES) refused.lines.push(number);
    refusals.set(reason, refused);
  };
  const read = (line: string): void => {
    if (number === 1 && separatorHint(line) !== null) {
      headerLine = 2;
      return;
    }
    const cells = cellsOf(line, reading.separator);
    if (number === headerLine)
      columns = cells
        .slice(0, MOST_COLUMNS)
        .map((cell, index) => (reading.hasHeader ? cell : `Coluna ${index + 1}`));
    if (number === headerLine && reading.hasHeader) return;
    if (cells.every((cell) => cell === '')) return;
    if (sample.length < SAMPLE_ROWS) sample.push(cells.slice(0, MOST_COLUMNS));
    const refusal = reader.add(cells);
    if (refusal !== null) refuse(refusal);
  };
  for await (const portion of portions) {
    for (const line of portion) {
      number++;
      if (number > MOST_ROWS) throw new TooLarge(TOO_MANY_ROWS);
      read(number === 1 ? withoutMark(line) : line);
    }
  }
  return { ...reader.finish(), rows: reader.rows(), refusals: [...refusals.values()], columns, sample };
};
