/** A quoted cell with doubled quotes, or one without quotes, and the separator after it. */
const cellPattern = (separator: string): RegExp =>
  new RegExp(`(?:"((?:[^"]|"")*)"|([^${separator}]*))([${separator}]|$)`, 'y');

/** A cell such as `="00123"` or `'00123'`, by which programs keep a spreadsheet from changing a text. */
const FORMULA_TEXT = /^(="|')(.*)["']$/;

/** The cells of one line, without enclosing quotes and spaces. `' '` separates at any spaces, `'  '` at two or more. */
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

/** The text of a cell; empty if the row has no such column. */
export const cellAt = (cells: readonly string[], column: number | null | undefined): string =>
  cells[column ?? -1] ?? '';
