import { QUARTERS_OF_DAY } from '@nascente/domain/telemetry/intervals/quarter-days';

/** A quantity of a day by phase: 96 numbers, or `null` for a phase without data. */
export type PhaseGrids = readonly (Float64Array | null)[];

/** Numbers of four bytes each hold 4 MWh in a quarter-hour, which is nearly always enough. */
const FOUR = 4;
const EIGHT = 8;
const BEYOND_FOUR = 2 ** 32;
/** The bit of the first byte that is set if numbers have eight bytes. */
export const IS_WIDE = 0x80;
const PHASES = 3;
/** Length of the head with the sum of the phases, which comes first. */
export const SUM_BYTES = { narrow: 1 + QUARTERS_OF_DAY * FOUR, wide: 1 + QUARTERS_OF_DAY * EIGHT } as const;

const sumOf = (grids: readonly Float64Array[]): Float64Array =>
  Float64Array.from({ length: QUARTERS_OF_DAY }, (_, index) =>
    grids.reduce((sum, grid) => sum + (grid[index] as number), 0),
  );

/**
 * Encodes a byte with the phases that have data (a bit each, the first one lowest) and the width of numbers (highest bit: eight
 * bytes), then big-endian grids of 96 numbers: the sum of these phases, then each phase but the last, which is the remainder of
 * the sum. Mostly only the sum is requested, and read alone. `null`: no phase has data.
 * @param grids - 96 whole numbers ≥ 0 of each phase, with exact sums
 */
export const encodeGrids = (grids: PhaseGrids): Buffer | null => {
  const filled = grids.map((grid) => (grid?.some((number) => number > 0) === true ? grid : null));
  const some = filled.filter((grid) => grid !== null);
  if (some.length === 0) return null;
  const sum = sumOf(some);
  const isWide = sum.some((number) => number >= BEYOND_FOUR);
  const bytes = Buffer.alloc(1 + some.length * QUARTERS_OF_DAY * (isWide ? EIGHT : FOUR));
  bytes[0] = filled.reduce(
    (mask, grid, phase) => (grid === null ? mask : mask | (1 << phase)),
    isWide ? IS_WIDE : 0,
  );
  let at = 1;
  for (const grid of [sum, ...some.slice(0, -1)])
    for (const number of grid) {
      if (isWide) at = bytes.writeUInt32BE(Math.floor(number / BEYOND_FOUR), at);
      at = bytes.writeUInt32BE(number % BEYOND_FOUR, at);
    }
  return bytes;
};

/** The position of a day's grids in a buffer with many days. A view for each day would take longer than decoding it. */
export interface GridsAt {
  readonly view: DataView;
  readonly at: number;
}

const viewOf = (bytes: Buffer): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

const headOf = ({ view, at }: GridsAt): number => view.getUint8(at);

const widthOf = (head: number): { isWide: boolean; length: number } => {
  const isWide = (head & IS_WIDE) !== 0;
  return { isWide, length: QUARTERS_OF_DAY * (isWide ? EIGHT : FOUR) };
};

/** The part of a grid that is added to a column, and its position there. */
interface AddedPart {
  readonly column: Float64Array;
  readonly at: number;
  /** [from, to) of its quarter-hours. */
  readonly from: number;
  readonly to: number;
}

/** Adds a part of a grid, times a sign. */
const addGrid = (
  { column, at: first, from, to }: AddedPart,
  { view, at }: GridsAt,
  grid: number,
  sign: 1 | -1,
): void => {
  const { isWide, length } = widthOf(view.getUint8(at));
  const start = at + 1 + grid * length;
  for (let index = from; index < to; index++) {
    const number = isWide
      ? view.getUint32(start + index * EIGHT) * BEYOND_FOUR + view.getUint32(start + index * EIGHT + FOUR)
      : view.getUint32(start + index * FOUR);
    column[first + index] = (column[first + index] as number) + sign * number;
  }
};

/** The number of phases with data before a phase. */
const phasesBefore = (head: number, phase: number): number => {
  const some = head & ((1 << phase) - 1);
  return (some & 1) + ((some >> 1) & 1) + (some >> 2);
};

/**
 * Positions of the grids of consecutive days. A day without data is one byte without phases.
 *
 * @param isSum - whether the bytes contain only the sum of the phases of each day
 */
export const splitGrids = (bytes: Buffer, isSum = false): GridsAt[] => {
  const days: GridsAt[] = [];
  const view = viewOf(bytes);
  for (let at = 0; at < bytes.length; ) {
    days.push({ view, at });
    const head = bytes[at] as number;
    const grids = Math.min(phasesBefore(head, PHASES), isSum ? 1 : PHASES);
    at += 1 + grids * widthOf(head).length;
  }
  return days;
};

const newPart = (): AddedPart => ({
  column: new Float64Array(QUARTERS_OF_DAY),
  at: 0,
  from: 0,
  to: QUARTERS_OF_DAY,
});

/** Decodes one phase, 0 to 2; `null`: no data. */
export const decodePhase = (grids: GridsAt, phase: number): Float64Array | null => {
  const head = headOf(grids);
  if ((head & (1 << phase)) === 0) return null;
  const part = newPart();
  const [before, last] = [phasesBefore(head, phase), phasesBefore(head, PHASES) - 1];
  if (before < last) addGrid(part, grids, 1 + before, 1);
  else {
    addGrid(part, grids, 0, 1);
    for (let other = 1; other <= last; other++) addGrid(part, grids, other, -1);
  }
  return part.column;
};

/** Decodes each phase; `null` for a phase without data. */
export const decodePhases = (bytes: Buffer | null): PhaseGrids =>
  [0, 1, 2].map((phase) => (bytes === null ? null : decodePhase({ view: viewOf(bytes), at: 0 }, phase)));

/** Whether a day has no data of a quantity. */
export const isEmpty = (grids: GridsAt): boolean => phasesBefore(headOf(grids), PHASES) === 0;

/** Adds the sum of all phases to a column. */
export const addSum = (grids: GridsAt, part: AddedPart): void => {
  if (!isEmpty(grids)) addGrid(part, grids, 0, 1);
};

/** Decodes the sum of all phases; `null`: no data. */
export const decodeSum = (grids: GridsAt): Float64Array | null => {
  if (isEmpty(grids)) return null;
  const part = newPart();
  addSum(grids, part);
  return part.column;
};

/** Numbers from 0 to 65,535 of two bytes each, big-endian. */
export const encodeCounts = (counts: Uint16Array): Buffer => {
  const bytes = Buffer.alloc(counts.length * 2);
  for (const [index, count] of counts.entries()) bytes.writeUInt16BE(count, index * 2);
  return bytes;
};

export const decodeCounts = (bytes: Buffer): Uint16Array =>
  Uint16Array.from({ length: bytes.length / 2 }, (_, index) => bytes.readUInt16BE(index * 2));
