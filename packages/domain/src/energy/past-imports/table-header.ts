import { cellAt } from '../../base/sheet/row-cells.ts';
import type { Zone } from '../../base/time/zone.ts';
import { isUnit, namesZone, unitOf, zoneIn } from './column-names.ts';
import { timeColumnsOf } from './detect-times.ts';
import type { SheetRow } from './file-question.ts';
import type { FileReading, PastTime } from './file-reading.ts';
import { rowTime } from './row-time.ts';

/** Lines above a line of units that name its columns. */
const NAME_LINES = 2;
const DATE_FORMAT = /^\[?(?=.*[dDhH])[dDmMyYaAhHsS:/.\-\s]+\]?$/;

/** The one unit that lines before the table name. */
export function unitBefore(rows: readonly SheetRow[], line: number): ReturnType<typeof unitOf> {
  const units = new Set(
    rows.filter((row) => row.line < line).flatMap(({ cells }) => cells.flatMap((cell) => unitOf(cell) ?? [])),
  );
  const [unit = null, other] = units;
  return other === undefined ? unit : null;
}

/** The zone that lines before the table name. */
export const zoneBefore = (rows: readonly SheetRow[], line: number): Zone | null =>
  rows
    .filter((row) => row.line < line)
    .map(({ cells }) => cells.join(' '))
    .filter(namesZone)
    .map(zoneIn)
    .find((zone) => zone !== null) ?? null;

/** The first row of data is the first of two in a row that have an instant; the names stand before it. */
export function headerOf(
  rows: readonly SheetRow[],
  time: PastTime,
  start: FileReading,
): { first: number; names: readonly string[]; headerLine: number } {
  const columns = timeColumnsOf(
    rows.map(({ cells }) => cells),
    [],
    time,
  );
  const reading: FileReading = { ...start, ...columns, endColumn: null, endClockColumn: null };
  const isData = rows.map(({ cells }) => rowTime(cells, reading) !== null);
  const pair = isData.findIndex((is, index) => is && isData[index + 1] !== false);
  const first = Math.max(0, pair);
  const before = rows.slice(0, first);
  const header =
    before.findLast(({ cells }) => cells.filter((cell) => cell !== '').length > 1) ?? rows[first - 1];
  const last = before.at(-1);
  if (header === undefined || last === undefined) return { first, names: [], headerLine: 0 };
  const units = isUnitsRow(last.cells) ? last : header;
  if (!isUnitsRow(units.cells)) return { first, names: header.cells, headerLine: header.line };
  return { first, names: namesAbove(before, units), headerLine: units.line };
}

/** Formats of dates, and units: what stands below the names of columns. */
const isUnitsRow = (cells: readonly string[]): boolean => {
  const filled = cells.filter((cell) => cell !== '');
  return filled.some(isUnit) && filled.every((cell) => isUnit(cell) || DATE_FORMAT.test(cell));
};

/** Names in the lines directly above the units, and the unit of each. */
const namesAbove = (before: readonly SheetRow[], units: SheetRow): string[] => {
  const above = before.filter(
    ({ line, cells }) =>
      line < units.line && line >= units.line - NAME_LINES && cells.length === units.cells.length,
  );
  return units.cells.map((unit, column) =>
    [...above.map(({ cells }) => cellAt(cells, column)), unit].filter((text) => text !== '').join(' '),
  );
};
