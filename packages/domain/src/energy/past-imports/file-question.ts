import type { FileReading, PastQuantity, PastQuestion } from './file-reading.ts';

/** What candidates call quantities. */
export const QUANTITY_LABELS: Readonly<Record<PastQuantity, string>> = {
  consumed: 'energia consumida',
  injected: 'energia injetada',
  inductive: 'reativa indutiva',
  capacitive: 'reativa capacitiva',
  volume: 'volume de água',
};

/** One of the answers to a question. */
export interface FileCandidate {
  readonly label: string;
  /** The mapping with this answer. */
  readonly apply: (reading: FileReading) => FileReading;
}

/** An answer that sets fields of the mapping. */
export const candidate = (label: string, change: Partial<FileReading>): FileCandidate => ({
  label,
  apply: (reading) => ({ ...reading, ...change }),
});

/** A decision that the file does not settle, with the readings between which a person chooses. */
export interface FileQuestion {
  readonly about: PastQuestion;
  readonly candidates: readonly FileCandidate[];
}

/** A row of a sheet, and the number of its line from 1. */
export interface SheetRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Rows of a file from which its mapping is detected. */
export interface SheetSample {
  readonly rows: readonly SheetRow[];
  /** Whether they are the whole file. */
  readonly isWhole: boolean;
}
