/** Separators between cells. */
export const SEPARATORS = [';', '\t', '|', ','] as const;
export type Separator = (typeof SEPARATORS)[number];

/** Separators of files of past data. `' '`: two spaces or more between columns; `' '`: any spaces. */
export const COLUMN_SEPARATORS = [...SEPARATORS, '  ', ' '] as const;
export type ColumnSeparator = (typeof COLUMN_SEPARATORS)[number];

/** A spreadsheet that saves the file again may quote the hint and append empty cells. */
const HINT = /^\uFEFF?"?sep=([;,\t|])"?[;,\t|]*\r?$/i;

/**
 * The separator named by a first line such as `sep=;`, which Excel reads as an instruction and not as a row; null: the line is no
 * such hint.
 */
export function separatorHint(line: string): Separator | null {
  return (HINT.exec(line)?.[1] as Separator | undefined) ?? null;
}

/** The most frequent separator in a line, for files without a hint. */
export function likelySeparator(line: string): Separator {
  const timesOf = (separator: string): number => line.split(separator).length;
  return SEPARATORS.reduce((best, one) => (timesOf(one) > timesOf(best) ? one : best));
}
