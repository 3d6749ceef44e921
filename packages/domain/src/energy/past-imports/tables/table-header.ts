import { cellAt } from '../../../base/sheet/row-cells.ts';
import type { Zone } from '../../../base/time/zone.ts';
import { describeName, isUnit, namesMeter, namesZone, quantityOf, unitOf, zoneIn } from '../column-names.ts';
import { factorsBefore, namesConstant, plainName, pulseIn } from '../column-terms/factors.ts';
import { timeColumnsOf } from '../detect-times.ts';
import type { FileReading, PastQuantity, PastTime, PastUnit, SheetRow } from '../file-reading.ts';
import { rowTime } from '../row-time.ts';

/** Maximum number of lines with column names above a line of units. */
const NAME_LINES = 2;
const DATE_FORMAT = /^\[?(?=.*[dDhH])[dDmMyYaAhHsS:/.\-\s]+\]?$/;
const STATES_UNIT = /\b(?:unidades?(?! consum)|units?|uom|valores? em|dados em|values in)\b/;

/** Facts about the values in lines before a table. */
export interface TablePreamble {
  /** The only unit in these lines. */
  readonly unit: PastUnit | null;
  /** The unit that these lines state for the values. */
  readonly statedUnit: PastUnit | null;
  readonly zone: Zone | null;
  /** Constants of the meter and ratios of transformers. */
  readonly factors: readonly number[];
  /** Wh or litres of one pulse. */
  readonly pulses: readonly number[];
  /** Quantities other than consumption in these lines. */
  readonly quantities: readonly PastQuantity[];
}

const only = (units: readonly PastUnit[]): PastUnit | null => {
  const [unit = null, other] = new Set(units);
  return other === undefined ? unit : null;
};

/** Facts from the lines before a table's header, and constants from lines below it. @param line - number of the header line */
export function preambleOf(rows: readonly SheetRow[], line: number): TablePreamble {
  const lines = rows.filter((row) => row.line < line).map(({ cells }) => cells);
  const texts = lines.map((cells) => cells.join(' '));
  return {
    unit: only(lines.flat().flatMap((cell) => unitOf(cell) ?? [])),
    statedUnit: only(
      texts.filter((text) => STATES_UNIT.test(plainName(text))).flatMap((text) => unitOf(text) ?? []),
    ),
    zone:
      texts
        .filter(namesZone)
        .map(zoneIn)
        .find((zone) => zone !== null) ?? null,
    factors: factorsBefore([...lines, ...constantsBelow(rows, line)]),
    pulses: texts.flatMap((text) => pulseIn(text) ?? []),
    quantities: [...new Set(lines.flat().flatMap((cell) => quantityBeside(cell) ?? []))],
  };
}

/** Lines below a table that state a constant. */
const constantsBelow = (rows: readonly SheetRow[], line: number): readonly (readonly string[])[] =>
  rows
    .filter((row) => row.line > line && row.cells.filter((cell) => cell !== '').length <= 2)
    .map(({ cells }) => cells)
    .filter(([first = '']) => namesConstant(first));

/** The quantity of a text, if it is not consumption. */
const quantityBeside = (text: string): PastQuantity | null => {
  const quantity = quantityOf(text, false);
  return quantity === 'consumed' ? null : quantity;
};

/** Finds the header. The first data row is the first of two consecutive rows with an instant; column names precede it. */
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
  const lowest = isUnitsRow(last.cells) ? last : header;
  return { first, names: namesOf(before, lowest), headerLine: lowest.line };
}

/** Whether a row below the column names holds date formats and units. */
const isUnitsRow = (cells: readonly string[]): boolean => {
  const filled = cells.filter((cell) => cell !== '');
  return filled.some(isUnit) && filled.every((cell) => isUnit(cell) || DATE_FORMAT.test(cell));
};

/** The column names of a header: one line, names above units, or groups above names. */
function namesOf(before: readonly SheetRow[], { line, cells }: SheetRow): readonly string[] {
  const above = before.filter((row) => row.line < line && row.cells.length === cells.length);
  if (isUnitsRow(cells))
    return joined([
      ...above.filter((row) => row.line >= line - NAME_LINES).map((row) => grouped(row.cells, cells)),
      cells,
    ]);
  const groups = before.findLast((row) => row.line < line)?.cells ?? [];
  return isGroupRow(groups, cells) ? joined([grouped(groups, cells), cells]) : cells;
}

/** Joins the texts of each column. */
const joined = (lines: readonly (readonly string[])[]): readonly string[] =>
  (lines.at(-1) as readonly string[]).map((_, column) =>
    lines
      .map((cells) => cellAt(cells, column))
      .filter((text) => text !== '')
      .join(' '),
  );

const isRepeated = (name: string, names: readonly string[]): boolean =>
  name !== '' && names.indexOf(name) !== names.lastIndexOf(name);

/** Whether a text above columns states their quantity, phase, time-of-use period or meter. */
const isGroup = (text: string): boolean => {
  const { quantity, phase, period } = describeName(text, false);
  return !isUnit(text) && (quantity !== null || phase !== null || period !== null || namesMeter(text));
};

/** Whether a line groups the columns below it: some names have no text above them; a single text counts only if names repeat. */
const isGroupRow = (groups: readonly string[], names: readonly string[]): boolean => {
  const filled = groups.filter((cell) => cell !== '');
  return (
    filled.length > 0 &&
    groups.length <= names.length &&
    !filled.some((cell) => /^\W*\d/.test(cell)) &&
    (names.some((name) => isRepeated(name, names)) || filled.length > 1) &&
    names.some((name, column) => name !== '' && column > 0 && cellAt(groups, column) === '') &&
    filled.some(isGroup)
  );
};

/** Adds the text of a group to the named columns below it and to its right, up to the next group. */
function grouped(groups: readonly string[], names: readonly string[]): readonly string[] {
  let group = '';
  return names.map((name, column) => {
    const own = cellAt(groups, column);
    if (own !== '') group = isGroup(own) ? own : '';
    return own !== '' || name === '' ? own : group;
  });
}
