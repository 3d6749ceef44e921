/** Rows that count, column-wise: a million of them fit into a thread's memory. */
interface TakenRows {
  /** @returns the number of the row */
  add(row: RowNumbers): number;
  replace(index: number, row: RowNumbers): void;
  get(index: number): RowNumbers;
  readonly size: number;
}

/** A row in numbers: its interval, the instant that it states, its line, and for each column of values its amount. */
export interface RowNumbers {
  readonly from: number;
  readonly to: number;
  readonly at: number;
  readonly line: number;
  /** Which mark the row has, from 1; 0: none. */
  readonly mark: number;
  /** Whether its own file says that something of it is estimated. */
  readonly isEstimated: boolean;
  /** By column of values; NaN: the cell is empty. */
  readonly amounts: readonly number[];
  /** The sum that each amount goes to, as an index. */
  readonly keys: readonly number[];
}

const FIXED = 6;

export function createTakenRows(columns: number): TakenRows {
  const width = FIXED + 2 * columns;
  const numbers: number[] = [];
  const write = (index: number, taken: RowNumbers): void => {
    const { from, to, at, line, mark, isEstimated, amounts, keys } = taken;
    const row = [from, to, at, line, mark, Number(isEstimated), ...amounts, ...keys];
    for (const [offset, number] of row.entries()) numbers[index * width + offset] = number;
  };
  return {
    add(row) {
      const index = numbers.length / width;
      write(index, row);
      return index;
    },
    replace: write,
    get(index) {
      const [from, to, at, line, mark, estimate, ...rest] = numbers.slice(
        index * width,
        (index + 1) * width,
      ) as [number, number, number, number, number, number, ...number[]];
      const [amounts, keys] = [rest.slice(0, columns), rest.slice(columns)];
      return { from, to, at, line, mark, isEstimated: estimate === 1, amounts, keys };
    },
    get size() {
      return numbers.length / width;
    },
  };
}
