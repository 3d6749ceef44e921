/** Rows that count, column-wise: a million of them fit into a thread's memory. */
interface TakenRows {
  /** @returns the number of the row */
  add(row: RowNumbers): number;
  replace(index: number, row: RowNumbers): void;
  get(index: number): RowNumbers;
  /** The stated instants of all rows. */
  instants(): Iterable<number>;
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
  /** The sum that each amount goes to, as an index; of a mean power beyond these (`POWER_KEYS`). */
  readonly keys: readonly number[];
}

const FIXED = 6;
const AT = 2;
const BLOCK_ROWS = 4_096;

/** Numbers that a row takes, by its columns of values. */
export const numbersOfRow = (columns: number): number => FIXED + 2 * columns;

export function createTakenRows(columns: number): TakenRows {
  const width = numbersOfRow(columns);
  /** One growing array would be copied at each growth, and two copies of a million rows take 200 MB. */
  const blocks: Float64Array[] = [];
  let size = 0;
  const placeOf = (index: number): number => (index % BLOCK_ROWS) * width;
  const blockOf = (index: number): Float64Array => {
    const number = Math.floor(index / BLOCK_ROWS);
    const block = blocks[number] ?? new Float64Array(BLOCK_ROWS * width);
    blocks[number] = block;
    return block;
  };
  const write = (index: number, taken: RowNumbers): void => {
    const { from, to, at, line, mark, isEstimated, amounts, keys } = taken;
    blockOf(index).set([from, to, at, line, mark, Number(isEstimated), ...amounts, ...keys], placeOf(index));
  };
  return {
    add(row) {
      write(size, row);
      return size++;
    },
    replace: write,
    get(index) {
      const place = placeOf(index);
      const [from, to, at, line, mark, estimate, ...rest] = blockOf(index).subarray(
        place,
        place + width,
      ) as unknown as [number, number, number, number, number, number, ...number[]];
      const [amounts, keys] = [rest.slice(0, columns), rest.slice(columns)];
      return { from, to, at, line, mark, isEstimated: estimate === 1, amounts, keys };
    },
    *instants() {
      for (let index = 0; index < size; index++) yield blockOf(index)[placeOf(index) + AT] as number;
    },
    get size() {
      return size;
    },
  };
}
