/** Element types of binary arrays, with their PostgreSQL type OIDs. */
const ELEMENT_IDS = { int4: 23, int8: 20, float4: 700, timestamptz: 1184 } as const;

export type ElementType = keyof typeof ELEMENT_IDS;

const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;
const TWO_TO_32 = 4_294_967_296;
/** PostgreSQL counts microseconds from 2000-01-01. */
const POSTGRES_EPOCH_MS = 946_684_800_000;

/**
 * One column of a batch, encoded as the PostgreSQL binary form of a one-dimensional array (array_send in
 * src/backend/utils/adt/arrayfuncs.c), so that a batch is neither printed nor parsed as text. Timestamps are pushed as epoch
 * milliseconds.
 */
export type BinaryColumn = ReturnType<typeof createBinaryColumn>;

/** A column that grows as needed and reuses its memory after `clear`. @param capacity - initial number of elements */
export const createBinaryColumn = (type: ElementType, capacity = 1024) => {
  const width = type === 'int4' || type === 'float4' ? 4 : 8;
  let buffer = Buffer.alloc(HEADER_BYTES + capacity * (LENGTH_BYTES + width));
  let view = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  let position = HEADER_BYTES;
  let count = 0;
  let hasNull = 0;

  const grow = (): void => {
    const larger = Buffer.alloc(buffer.length * 2);
    buffer.copy(larger, 0, 0, position);
    buffer = larger;
    view = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  };

  const wide = (value: number): void => {
    view.setInt32(position + 4, Math.floor(value / TWO_TO_32));
    view.setUint32(position + 8, value >>> 0);
  };
  const writers: Readonly<Record<ElementType, (value: number) => void>> = {
    int4: (value) => view.setInt32(position + 4, value),
    float4: (value) => view.setFloat32(position + 4, value),
    int8: wide,
    timestamptz: (value) => wide((value - POSTGRES_EPOCH_MS) * 1000),
  };
  const write = writers[type];

  return {
    push(value: number | null): void {
      if (position + LENGTH_BYTES + width > buffer.length) grow();
      count++;
      if (value === null) {
        view.setInt32(position, -1);
        hasNull = 1;
        position += LENGTH_BYTES;
        return;
      }
      view.setInt32(position, width);
      write(value);
      position += LENGTH_BYTES + width;
    },
    /** Valid until the next `clear` or `push`. */
    encoded(): Buffer {
      view.setInt32(0, count === 0 ? 0 : 1);
      view.setInt32(4, hasNull);
      view.setInt32(8, ELEMENT_IDS[type]);
      view.setInt32(12, count);
      view.setInt32(16, 1);
      return buffer.subarray(0, count === 0 ? 12 : position);
    },
    clear(): void {
      position = HEADER_BYTES;
      count = 0;
      hasNull = 0;
    },
  };
};

/** Columns for the parameters of one statement, in this order. */
export const createBinaryColumns = (types: readonly ElementType[]): readonly BinaryColumn[] =>
  types.map((type) => createBinaryColumn(type));
