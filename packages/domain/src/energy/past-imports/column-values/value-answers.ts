import type { FileCandidate, FileQuestion } from '../file-question.ts';
import type { FileReading, PastColumn } from '../file-reading.ts';
import type { partsOf, ValueCandidate, ValueTable } from './value-columns.ts';

export type Columns = readonly ValueCandidate[];

/** What was taken as values, and what a person may decide otherwise. */
export interface TakenValues {
  readonly table: ValueTable;
  readonly byQuantity: readonly ReturnType<typeof partsOf>[];
  readonly taken: Columns;
  /** Reactive energy by quadrants. */
  readonly quadrants: Columns;
  /** Also those that another answer may put in the place of these. */
  readonly all: Columns;
  /** Those that count unless a question is answered otherwise. */
  readonly kept: Columns;
  /** Mean powers beside energy. */
  readonly powers: Columns;
  columnOf(each: ValueCandidate): PastColumn;
}

export const nameOf = ({ name, column }: ValueCandidate): string => name || `Coluna ${column + 1}`;
export const labelOf = (columns: Columns): string => columns.map(nameOf).join(' + ');
export const has = (columns: Columns, { column }: PastColumn): boolean =>
  columns.some((each) => each.column === column);

/** An answer that changes some columns of values. */
export const changing = (
  label: string,
  columns: Columns,
  change: (value: PastColumn) => Partial<PastColumn>,
): FileCandidate => ({
  label,
  apply: (reading) => ({
    ...reading,
    values: reading.values.map((value) => (has(columns, value) ? { ...value, ...change(value) } : value)),
  }),
});

/** An answer that leaves some columns of values out. */
export const without = (label: string, columns: Columns): FileCandidate => ({
  label,
  apply: (reading) => ({ ...reading, values: reading.values.filter((value) => !has(columns, value)) }),
});

/** An answer that puts some columns of values in the place of others. What was stated about these stays. */
export const replacing = (
  label: string,
  { out, into }: { readonly out: Columns; readonly into: readonly PastColumn[] },
): FileCandidate => ({
  label,
  apply: (reading) => ({
    ...reading,
    values: [
      ...reading.values.filter((value) => !has(out, value)),
      ...into.map((value) => withStated(value, reading)),
    ],
  }),
});

/** What a person has stated about a column outlives that another may count in its place. */
function withStated(value: PastColumn, { values }: FileReading): PastColumn {
  const stated = values.find(({ column }) => column === value.column);
  if (stated === undefined) return value;
  const { unit, factor, isRegister, restartsDaily } = stated;
  return { ...value, unit, factor, isRegister, restartsDaily };
}

export const uniqueOf = (candidates: readonly FileCandidate[]): readonly FileCandidate[] =>
  candidates.filter(({ label }, index) => candidates.findIndex((each) => each.label === label) === index);

/** Asks about what was taken, where it leaves something open. */
export type Question = (values: TakenValues) => FileQuestion | null;
