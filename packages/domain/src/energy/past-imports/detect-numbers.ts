import { isEmptyCell, parseNumber, splitUnit } from './cell-number.ts';
import type { PastDecimal } from './file-reading.ts';

export const numbersIn = (cells: readonly string[], decimal: PastDecimal): number[] =>
  cells.flatMap((cell) => parseNumber(splitUnit(cell).number, decimal) ?? []);

/** Whether a column holds numbers in at least half of its cells that hold anything, and in one at least. */
export function isNumeric(cells: readonly string[], decimal: PastDecimal): boolean {
  const filled = cells.filter((cell) => !isEmptyCell(cell));
  return filled.length > 0 && numbersIn(filled, decimal).length * 2 >= filled.length;
}

const MIN_NUMBERS = 4;
const MIN_OF_REGISTER = 8;
const SURE_OF_REGISTER = 20;
const FEW_BACK = 0.02;
const SOME_BACK = 0.2;
const RARELY_BACK = 0.1;

const NEAR_FULL = 0.9;
const NEAR_ZERO = 0.1;
const MIN_FULL = 1_000;

/**
 * The number at which a register begins again from zero, when one value is close below a power of ten and the next close to
 * zero; `null`: the step is no such rollover.
 */
export function fullAt(before: number, value: number): number | null {
  const full = 10 ** Math.ceil(Math.log10(Math.max(before, 1)));
  return full >= MIN_FULL && before >= full * NEAR_FULL && value >= 0 && value <= full * NEAR_ZERO
    ? full
    : null;
}

/**
 * Finds where a register can have begun again from zero.
 *
 * @param order - places of its points in `flat`, by time
 * @param flat - instants and thousandths in turn
 * @returns how often, and at which number of units
 */
export function rolloversOf(
  order: Uint32Array,
  flat: readonly number[],
  perUnit: number,
): { readonly count: number; readonly full: number | null } {
  let [count, full, before]: [number, number | null, number] = [0, null, 0];
  for (const place of order) {
    const shown = (flat[place + 1] as number) / perUnit;
    const found = shown < before ? fullAt(before, shown) : null;
    if (found !== null) count++;
    full ??= found;
    before = shown;
  }
  return { count, full };
}

/** Levels of a register as if it went on from where it was full. */
function unrolled(values: readonly number[]): readonly number[] {
  let beyond = 0;
  return values.map((value, index) => {
    const before = values[index - 1] ?? value;
    if (value < before) beyond += fullAt(before, value) ?? 0;
    return value + beyond;
  });
}

const shareBack = (values: readonly number[]): number =>
  values.filter((value, index) => value < (values[index - 1] ?? value)).length / values.length;

/** Values that only grow and begin again near zero: a register of each day. */
const isSawtooth = (values: readonly number[]): boolean =>
  values.every((value, index) => {
    const before = values[index - 1] ?? value;
    return value >= before || value * 4 < before;
  }) && new Set(values).size > values.length / 2;

/** Whether values are those of a register, oldest first; null: they may be, or may not. */
export function registerMeaning(shown: readonly number[], hint: boolean | null): boolean | null {
  const values = unrolled(shown);
  const [first = 0] = values;
  const highest = values.reduce((most, value) => Math.max(most, value), 0);
  if (hint === true && values.every((value) => value === first)) return true;
  const back = shareBack(values);
  if (hint === false || first < 0 || highest <= first || back > SOME_BACK) return false;
  if (back > FEW_BACK && back < RARELY_BACK && isSawtooth(values)) return null;
  if (back > FEW_BACK) return hint === true ? null : false;
  if (hint === true) return true;
  return values.length < MIN_OF_REGISTER ? meaningOfFew(values) : meaningOfMany(values, first, highest);
}

/** Four values or more that all differ may be those of a register. */
const meaningOfFew = (values: readonly number[]): boolean | null =>
  new Set(values).size === values.length && values.length > MIN_NUMBERS - 1 ? null : false;

function meaningOfMany(values: readonly number[], first: number, highest: number): boolean | null {
  if (first > highest - first || (first === 0 && values.length >= SURE_OF_REGISTER)) return true;
  return new Set(values).size > values.length / 2 ? null : false;
}
