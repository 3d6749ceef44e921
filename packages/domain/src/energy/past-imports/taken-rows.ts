interface RowIndex {
  /** @returns the row of a key; undefined if there is none */
  get(key: number): number | undefined;
  add(key: number, row: number): void;
}

const FIRST_SLOTS = 1_024;
/** Spreads neighbouring instants over the slots (Knuth, multiplicative hashing). */
const FACTOR = 2_654_435_761;

/**
 * An open-addressing hash table in typed arrays: a `Map` of a million instants takes 100 MB of heap, this 25 MB outside of it.
 */
export function createRowIndex(): RowIndex {
  let keys = new Float64Array(FIRST_SLOTS);
  /** For each slot the number of its row, from 1; 0: the slot is free. */
  let rows = new Int32Array(FIRST_SLOTS);
  let size = 0;
  const slotOf = (key: number): number => {
    const slots = rows.length;
    let slot = Math.imul(key % 4_294_967_291, FACTOR) >>> 0;
    for (slot %= slots; rows[slot] !== 0 && keys[slot] !== key; slot = (slot + 1) % slots);
    return slot;
  };
  const put = (key: number, number: number): void => {
    const slot = slotOf(key);
    keys[slot] = key;
    rows[slot] = number;
  };
  const grow = (): void => {
    const [oldKeys, oldRows] = [keys, rows];
    keys = new Float64Array(oldKeys.length * 2);
    rows = new Int32Array(oldRows.length * 2);
    for (const [slot, number] of oldRows.entries()) if (number !== 0) put(oldKeys[slot] as number, number);
  };
  return {
    get(key) {
      const number = rows[slotOf(key)] as number;
      return number === 0 ? undefined : number - 1;
    },
    add(key, row) {
      if (++size * 2 > rows.length) grow();
      put(key, row + 1);
    },
  };
}

/** Accepted rows by column, so that a million of them fit into a thread's memory. */
interface TakenRows {
  /** @returns the number of the row */
  add(row: RowNumbers): number;
  replace(index: number, row: RowNumbers): void;
  get(index: number): RowNumbers;
  /** The stated instants of all rows. */
  instants(): Iterable<number>;
  readonly size: number;
}

/** A row as numbers: interval, stated instant, line number, and the amount of each value column. */
export interface RowNumbers {
  readonly from: number;
  readonly to: number;
  readonly at: number;
  readonly line: number;
  /** Number of the row's phase or time-of-use period in `FileReading.marks`, from 1; 0: none. */
  readonly mark: number;
  /** Whether the file marks the row as estimated. */
  readonly isEstimated: boolean;
  /** By value column; NaN: the cell is empty. */
  readonly amounts: readonly number[];
  /** By value column: index in `PAST_SUMS` to which the amount is added, plus `POWER_KEYS` for a mean power. */
  readonly keys: readonly number[];
}

const FIXED = 6;
const AT = 2;
const BLOCK_ROWS = 4_096;

/** Count of numbers that a row takes, for a number of value columns. */
export const numbersOfRow = (columns: number): number => FIXED + 2 * columns;

export function createTakenRows(columns: number): TakenRows {
  const width = numbersOfRow(columns);
  /** Blocks of fixed size: a growing array would be copied, and two copies of a million rows take 200 MB. */
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
