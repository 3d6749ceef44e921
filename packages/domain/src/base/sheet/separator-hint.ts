/** Separators between cells. */
export const SEPARATORS = [';', '\t', '|', ','] as const;
export type Separator = (typeof SEPARATORS)[number];

/** Separators of past files: also several spaces, or any, between columns that spaces align. */
export const COLUMN_SEPARATORS = [...SEPARATORS, '  ', ' '] as const;
export type ColumnSeparator = (typeof COLUMN_SEPARATORS)[number];

/** Quoted, and filled up with empty cells, where the file was saved again. */
const HINT = /^\uFEFF?"?sep=([;,\t|])"?[;,\t|]*\r?$/i;

/** The separator that a first line `sep=;` names to Excel, which is no row then; null: the line is no such hint. */
export function separatorHint(line: string): Separator | null {
  return (HINT.exec(line)?.[1] as Separator | undefined) ?? null;
}

/** The separator that stands most often in a line: most files do not say which one they use. */
export function likelySeparator(line: string): Separator {
  const timesOf = (separator: string): number => line.split(separator).length;
  return SEPARATORS.reduce((best, one) => (timesOf(one) > timesOf(best) ? one : best));
}
