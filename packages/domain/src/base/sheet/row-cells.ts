/** A quoted cell with doubled quotes, or one without quotes, and the separator after it. */
const cellPattern = (separator: string): RegExp =>
  new RegExp(`(?:"((?:[^"]|"")*)"|([^${separator}]*))([${separator}]|$)`, 'y');

/** A text that a program writes as a formula, or between single quotes. */
const FORMULA_TEXT = /^(="|')(.*)["']$/;

/** The cells of one line, without quotes and without spaces around. Spaces as separators part columns that they align. */
export function cellsOf(row: string, separator: string): string[] {
  const line = row.endsWith('\r') ? row.slice(0, -1) : row;
  if (separator.trim() === '' && separator !== '\t')
    return line.trim().split(separator === ' ' ? /\s+/ : /\s{2,}/);
  if (!line.includes('"') && !line.includes("'")) return line.split(separator).map((cell) => cell.trim());
  const pattern = cellPattern(separator);
  const cells: string[] = [];
  for (let match = pattern.exec(line); match !== null; match = pattern.exec(line)) {
    cells.push(
      String(match[1] ?? match[2])
        .replaceAll('""', '"')
        .trim()
        .replace(FORMULA_TEXT, '$2'),
    );
    if (match[3] === '') break;
  }
  return cells;
}

/** The text of a cell; nothing where the row has no such column. */
export const cellAt = (cells: readonly string[], column: number | null | undefined): string =>
  cells[column ?? -1] ?? '';
