/** One row of an exported table. */
export interface ExportRow {
  /** Epoch ms; null where it is not known. */
  readonly start: number | null;
  readonly end: number;
  /** The values in the order of the columns, between commas, with decimal points; empty is 'not measured'. */
  readonly values: string;
}

/** What is exported, row after row: never all of it at once. */
export interface ExportTable {
  /** What each value is, with its unit. */
  readonly labels: readonly string[];
  /** Oldest first, some hundreds at a time. */
  readonly pages: AsyncIterable<readonly ExportRow[]>;
}

/** Instants come first: the local clock for people, UTC for programs, because local hours may come twice. */
export const headOf = ({ labels }: Pick<ExportTable, 'labels'>, zone: string): string[] => [
  `Início (${zone})`,
  `Fim (${zone})`,
  'Fim (UTC)',
  ...labels,
];
