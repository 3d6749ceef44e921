import { createJoinedLines } from '../../../base/sheet/delimited.ts';
import { cellsOf } from '../../../base/sheet/row-cells.ts';
import type { Instant, Zone } from '../../../base/time/zone.ts';
import { detectReading } from '../detect-reading.ts';
import type { FileReading, PastQuantity } from '../file-reading.ts';
import { createPastReader } from '../past-quarters.ts';
import { sumOf } from '../row-amounts.ts';
import { createSheetTable } from '../sheet-table.ts';
import { detectSeparator } from '../tables/find-table.ts';

const NOW = Date.UTC(2027, 0, 1) as Instant;
const ZONE = 'America/Sao_Paulo' as Zone;

const linesOf = (text: string): string[] => text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);

const rowsOf = (text: string, separator: string) => {
  const joined = createJoinedLines(separator);
  return [...linesOf(text).flatMap(joined.add), ...joined.rest()].map((row) => ({
    line: row.line,
    cells: cellsOf(row.text, separator),
  }));
};

/** Parses a text by a mapping. */
export function readText(text: string, reading: FileReading) {
  const reader = createPastReader(reading, { phases: 3, ratedPhaseWatts: null }, NOW);
  let table = createSheetTable(reading.layout, [], reading);
  for (const { line, cells } of rowsOf(text, reading.separator)) {
    if (line === reading.headerLine) table = createSheetTable(reading.layout, cells, reading);
    if (line <= reading.headerLine || cells.every((cell) => cell === '')) continue;
    for (const row of table.rowsOf(cells)) reader.add(row, line);
  }
  return reader.finish();
}

/** Detects the mapping of a text, parses it, and returns the result of each answer to its questions. */
export function openText(text: string, isWater = false) {
  const separator = detectSeparator(linesOf(text));
  const rows = rowsOf(text, separator);
  const { reading, questions } = detectReading(
    { rows, isComplete: true },
    { separator, sheet: null, encoding: 'UTF-8' },
    { isWater, zone: ZONE, newest: NOW },
  );
  const found = readText(text, reading);
  const total = (way: FileReading): Record<PastQuantity, number> =>
    Object.fromEntries(
      Object.entries(sumOf(readText(text, way).quarters.values())).map(([key, sum]) => [
        key,
        sum / 1_000_000,
      ]),
    ) as Record<PastQuantity, number>;
  const answers = questions.map(({ about, candidates }) => ({
    about,
    totals: candidates.map(({ apply }) => total(apply(reading))),
  }));
  return { reading, found, answers, total: total(reading) };
}
