import { QUARTERS_OF_DAY } from '@nascente/domain/consumption/quarter-days';

/** A quantity of a day by quarter-hours: of each phase that has any, a number a quarter-hour. */
export type PhaseGrids = readonly (Float64Array | null)[];

/** Numbers of four bytes each hold 4 MWh in a quarter-hour, which is nearly always enough. */
const FOUR = 4;
const EIGHT = 8;
const BEYOND_FOUR = 2 ** 32;
const IS_WIDE = 0x80;
const PHASES = 3;

/**
 * A byte that says which phases follow (a bit each, the first one lowest) and how wide numbers are (the highest bit: eight
 * bytes), then their quarter-hours, big-endian. Null: nothing in any quarter-hour of any phase.
 *
 * @param grids - whole numbers ≥ 0, 96 of each phase
 */
export const encodeGrids = (grids: PhaseGrids): Buffer | null => {
  const filled = grids.map((grid) => (grid?.some((number) => number > 0) === true ? grid : null));
  const some = filled.filter((grid) => grid !== null);
  if (some.length === 0) return null;
  const isWide = some.some((grid) => grid.some((number) => number >= BEYOND_FOUR));
  const width = isWide ? EIGHT : FOUR;
  const bytes = Buffer.alloc(1 + some.length * QUARTERS_OF_DAY * width);
  bytes[0] = filled.reduce(
    (mask, grid, phase) => (grid === null ? mask : mask | (1 << phase)),
    isWide ? IS_WIDE : 0,
  );
  let at = 1;
  for (const grid of some)
    for (const number of grid) {
      if (isWide) at = bytes.writeUInt32BE(Math.floor(number / BEYOND_FOUR), at);
      at = bytes.writeUInt32BE(number % BEYOND_FOUR, at);
    }
  return bytes;
};

const readInto = (target: Float64Array, bytes: Buffer, from: number, isWide: boolean): void => {
  const view = new DataView(bytes.buffer, bytes.byteOffset + from, target.length * (isWide ? EIGHT : FOUR));
  for (let place = 0; place < target.length; place++) {
    const number = isWide
      ? view.getUint32(place * EIGHT) * BEYOND_FOUR + view.getUint32(place * EIGHT + FOUR)
      : view.getUint32(place * FOUR);
    target[place] = (target[place] as number) + number;
  }
};

const widthOf = (head: number): { isWide: boolean; length: number } => {
  const isWide = (head & IS_WIDE) !== 0;
  return { isWide, length: QUARTERS_OF_DAY * (isWide ? EIGHT : FOUR) };
};

/** How many phases that have something come before one. */
const phasesBefore = (head: number, phase: number): number => {
  const some = head & ((1 << phase) - 1);
  return (some & 1) + ((some >> 1) & 1) + (some >> 2);
};

/** Grids of days that stand one after the other, each by itself; those of nothing are a byte that names no phase. */
export const splitGrids = (bytes: Buffer): Buffer[] => {
  const days: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const head = bytes[at] as number;
    const end = at + 1 + phasesBefore(head, PHASES) * widthOf(head).length;
    days.push(bytes.subarray(at, end));
    at = end;
  }
  return days;
};

/** Where a grid is decoded into: zeros. */
type Room = () => Float64Array;

const newRoom: Room = () => new Float64Array(QUARTERS_OF_DAY);

/** One phase, 0 to 2; null: nothing. */
export const decodePhase = (bytes: Buffer, phase: number, room = newRoom): Float64Array | null => {
  const head = bytes[0] as number;
  if ((head & (1 << phase)) === 0) return null;
  const { isWide, length } = widthOf(head);
  const grid = room();
  readInto(grid, bytes, 1 + phasesBefore(head, phase) * length, isWide);
  return grid;
};

/** Each phase by itself; of those that have nothing null. */
export const decodePhases = (bytes: Buffer | null): PhaseGrids =>
  [0, 1, 2].map((phase) => (bytes === null ? null : decodePhase(bytes, phase)));

/** All phases together; null: nothing. */
export const decodeSum = (bytes: Buffer, room = newRoom): Float64Array | null => {
  const head = bytes[0] as number;
  const { isWide, length } = widthOf(head);
  const phases = phasesBefore(head, PHASES);
  if (phases === 0) return null;
  const sum = room();
  for (let index = 0; index < phases; index++) readInto(sum, bytes, 1 + index * length, isWide);
  return sum;
};

/** Numbers from 0 to 65,535 of two bytes each, big-endian. */
export const encodeCounts = (counts: Uint16Array): Buffer => {
  const bytes = Buffer.alloc(counts.length * 2);
  for (const [place, count] of counts.entries()) bytes.writeUInt16BE(count, place * 2);
  return bytes;
};

export const decodeCounts = (bytes: Buffer): Uint16Array =>
  Uint16Array.from({ length: bytes.length / 2 }, (_, place) => bytes.readUInt16BE(place * 2));
